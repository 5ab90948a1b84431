import { Anchor, Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { type ChangeKind, comparisonQuery, releasesQuery } from "@/api/releases";
import { ChangeList } from "@/features/releases/ChangeList";
import { releasesPath } from "@/shared/adminPaths";
import { whole } from "@/shared/numbers/format";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { Section } from "@/shared/ui/Section";
import { useAddress } from "@/shared/useAddress";

const KINDS: readonly ChangeKind[] = ["all", "added", "removed", "changed"];
const PAGE = 50;

/** Two releases side by side; which ones, which kind and which page stand in the address. */
export default function ComparePage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const [place, setPlace] = useAddress();
  const older = place.get("older") ?? "";
  const newer = place.get("newer") ?? "";
  const kind = KINDS.find((one) => one === place.get("kind")) ?? "all";
  const page = Math.max(1, Number(place.get("page")) || 1);
  const releases = useQuery(releasesQuery(slug));
  const comparison = useQuery({
    ...comparisonQuery(slug, { older, newer, kind, page }),
    placeholderData: keepPreviousData,
  });
  const go = (change: Record<string, string>) =>
    setPlace((before) => ({ ...Object.fromEntries(before), page: "1", ...change }));

  const published = (releases.data ?? []).filter(({ manifest }) => manifest !== null);
  const choice = (name: "older" | "newer", value: string) => (
    <Select
      label={t(`releases.comparing.${name}`)}
      data={published.map(({ version }) => version)}
      value={value || null}
      onChange={(version) => version && go({ [name]: version })}
      allowDeselect={false}
      w="11rem"
    />
  );
  const made = older && newer ? comparison.data : undefined;
  const found = made?.state === "ready" ? made : undefined;
  const counts = found?.counts ?? {};
  return (
    <>
      <PageHeader
        title={t("releases.comparing.title")}
        lead={
          <Stack gap={4}>
            <span>{t("releases.comparing.lead")}</span>
            <Anchor component={Link} to={releasesPath(slug)} size="sm">
              {t("releases.back")}
            </Anchor>
          </Stack>
        }
      />
      <Stack gap="xl">
        {releases.error && <ErrorNotice error={releases.error} onRetry={() => void releases.refetch()} />}
        <Group gap="md">
          {choice("older", older)}
          {choice("newer", newer)}
        </Group>
        {(!older || !newer) && <Text c="dimmed">{t("releases.comparing.choose")}</Text>}
        {comparison.error && <ErrorNotice error={comparison.error} />}
        {comparison.isLoading && <LoadingLine />}
        {made?.state === "queued" && (
          <>
            <LoadingLine />
            <Text c="dimmed" role="status">
              {t("releases.comparing.making")}
            </Text>
          </>
        )}
        {made?.state === "failed" && (
          <Notice tone="failure" title={t("releases.comparing.failed")}>
            {made.error}
          </Notice>
        )}
        {found && (
          <Section title={t("releases.comparing.counted")}>
            <Stack gap="md">
              {found.same_content && <Text>{t("releases.comparing.same")}</Text>}
              <Text>
                {(["added", "removed", "changed", "unchanged"] as const)
                  .map(
                    (one) =>
                      `${t(`releases.comparing.kind.${one}`)} ${whole(counts[one] ?? 0, i18n.language)}`,
                  )
                  .join(" · ")}
              </Text>
              {Object.keys(found.by_field).length > 0 && (
                <Text size="sm" c="dimmed">
                  {t("releases.comparing.fields", {
                    list: Object.entries(found.by_field)
                      .map(([field, count]) => `${field} ${whole(count, i18n.language)}`)
                      .join(" · "),
                  })}
                </Text>
              )}
              <SegmentedControl
                aria-label={t("releases.comparing.counted")}
                data={KINDS.map((value) => ({ value, label: t(`releases.comparing.kind.${value}`) }))}
                value={kind}
                onChange={(value) => go({ kind: value })}
                style={{ alignSelf: "start" }}
              />
              <ChangeList changes={found.results} />
              <PageTurner
                pages={Math.ceil(found.count / PAGE)}
                page={page}
                onTurn={(number) => go({ page: String(number) })}
              />
            </Stack>
          </Section>
        )}
      </Stack>
    </>
  );
}
