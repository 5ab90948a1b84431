import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { Release } from "@/api/releases";
import {
  releaseFileAddress,
  releaseQuery,
  releasesQuery,
  releaseTextQuery,
  withdrawRelease,
} from "@/api/releases";
import { Command, Commands } from "@/features/releases/Commands";
import { Datasheet } from "@/features/releases/Datasheet";
import { DataTable } from "@/features/releases/DataTable";
import { FileList } from "@/features/releases/FileList";
import { FormatList } from "@/features/releases/FormatList";
import { brokenOf, rowsOf } from "@/features/releases/manifest";
import { ReleaseStanding } from "@/features/releases/ReleaseStanding";
import { useReleaseFacts } from "@/features/releases/useReleaseFacts";
import { WithdrawDialog } from "@/features/releases/WithdrawDialog";
import { releasesPath } from "@/shared/adminPaths";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PlainTable } from "@/shared/ui/PlainTable";
import { Section } from "@/shared/ui/Section";

const STATISTICS = "statistics.json";
const DATASHEET = "datasheet.md";

/** One release: what it is, its files, how to get it, and what it says of itself. */
export default function ReleasePage() {
  const { slug = "", version = "" } = useParams();
  const release = useQuery(releaseQuery(slug, version));
  if (!release.data)
    return release.error ? (
      <ErrorNotice error={release.error} onRetry={() => void release.refetch()} />
    ) : (
      <LoadingLine />
    );
  return <ReleaseView slug={slug} release={release.data} />;
}

function ReleaseView({ slug, release }: { slug: string; release: Release }) {
  const { t } = useTranslation("admin");
  const queries = useQueryClient();
  const { version, state, notes, files, manifest } = release;
  const facts = useReleaseFacts(release);
  const [asking, ask] = useDisclosure(false);
  const withdrawing = useMutation({
    mutationFn: (reason: string) => withdrawRelease(slug, version, reason),
    onSuccess: () => {
      ask.close();
      return queries.invalidateQueries({ queryKey: releasesQuery(slug).queryKey });
    },
  });
  const has = (name: string) => files.some((file) => file.name === name);
  const statistics = useQuery({ ...releaseTextQuery(slug, version, STATISTICS), enabled: has(STATISTICS) });
  const sheet = useQuery({ ...releaseTextQuery(slug, version, DATASHEET), enabled: has(DATASHEET) });
  const broken = brokenOf(manifest);
  return (
    <>
      <PageHeader
        title={t("releases.one", { version })}
        lead={
          <Stack gap={4}>
            <span>{[t(`releases.state.${state}`), ...facts].join(" · ")}</span>
            <Anchor component={Link} to={releasesPath(slug)} size="sm">
              {t("releases.back")}
            </Anchor>
          </Stack>
        }
        actions={
          state === "published" && (
            <Button variant="default" onClick={ask.open}>
              {t("releases.withdraw")}
            </Button>
          )
        }
      />
      <Stack gap="xl">
        <ReleaseStanding release={release} />
        {notes && (
          <Text style={{ whiteSpace: "pre-wrap" }} maw="46rem">
            {notes}
          </Text>
        )}
        {files.length > 0 && (
          <Section title={t("releases.files")}>
            <FileList files={files} addressOf={(name) => releaseFileAddress(slug, version, name)} />
          </Section>
        )}
        {manifest && (
          <Section title={t("releases.formats.title")} lead={t("releases.formats.lead")}>
            <FormatList slug={slug} version={version} />
          </Section>
        )}
        {manifest && (
          <Section title={t("releases.getIt")}>
            <Paper>
              <Commands slug={slug} version={version} />
              {typeof manifest.content_hash === "string" && (
                <Group mt="md">
                  <Stack gap={2} flex={1}>
                    <Command label={t("releases.contentHash")} text={manifest.content_hash} />
                    <Text size="sm" c="dimmed">
                      {t("releases.contentHashHelp")}
                    </Text>
                  </Stack>
                </Group>
              )}
            </Paper>
          </Section>
        )}
        {statistics.error && <ErrorNotice error={statistics.error} />}
        {statistics.data && (
          <Section title={t("releases.statistics")} lead={t("releases.meansHelp")}>
            <DataTable label={t("releases.statistics")} rows={rowsOf(statistics.data)} />
          </Section>
        )}
        {broken.length > 0 && (
          <Section title={t("releases.broken")}>
            <PlainTable label={t("releases.broken")}>
              <thead>
                <tr>
                  <th scope="col">{t("releases.item")}</th>
                  <th scope="col">{t("releases.brokenReason")}</th>
                </tr>
              </thead>
              <tbody>
                {broken.slice(0, 200).map(({ external_id, reason }) => (
                  <tr key={external_id}>
                    <th scope="row">{external_id}</th>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </PlainTable>
          </Section>
        )}
        {sheet.error && <ErrorNotice error={sheet.error} />}
        {sheet.data && (
          <Section title={t("releases.datasheet")}>
            <Datasheet markdown={sheet.data} />
          </Section>
        )}
      </Stack>
      <WithdrawDialog
        version={version}
        opened={asking}
        busy={withdrawing.isPending}
        error={withdrawing.error}
        onWithdraw={withdrawing.mutate}
        onClose={ask.close}
      />
    </>
  );
}
