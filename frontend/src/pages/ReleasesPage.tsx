import { Anchor, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { healthQuery } from "@/api/health";
import { type NewRelease, publishRelease, releasePreviewQuery, releasesQuery } from "@/api/releases";
import { runsQuery } from "@/api/runs";
import { WaitingNotice } from "@/features/health/WaitingNotice";
import { PreviewSheet } from "@/features/releases/PreviewSheet";
import { PublishForm } from "@/features/releases/PublishForm";
import { ReleaseList } from "@/features/releases/ReleaseList";
import { comparePath, heldBackPath, releasePath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function ReleasesPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const releases = useQuery(releasesQuery(slug));
  const preview = useQuery(releasePreviewQuery(slug));
  const runs = useQuery(runsQuery(slug));
  const health = useQuery(healthQuery);
  const publishing = useMutation({
    mutationFn: (release: NewRelease) => publishRelease(slug, release),
    onSuccess: () => queries.invalidateQueries({ queryKey: releasesQuery(slug).queryKey }),
  });

  const failed = releases.error ?? preview.error;
  if (!releases.data || !preview.data) {
    const retry = () => void Promise.all([releases.refetch(), preview.refetch()]);
    return failed ? <ErrorNotice error={failed} onRetry={retry} /> : <LoadingLine />;
  }
  const published = releases.data.filter(({ manifest }) => manifest !== null);
  const [newer, older] = published;
  return (
    <>
      <PageHeader title={t("releases.title")} lead={t("releases.lead")} />
      <Stack gap="xl">
        {failed && <ErrorNotice error={failed} onRetry={() => void releases.refetch()} />}
        {health.data && !health.data.tasks && <WaitingNotice part="tasks" />}
        <Section title={t("releases.preview")}>
          <PreviewSheet preview={preview.data} />
        </Section>
        <Paper>
          <Section title={t("releases.publish")}>
            {preview.data.pairs === 0 ? (
              <Text c="dimmed">{t("releases.nothing")}</Text>
            ) : (
              <Stack gap="sm">
                <PublishForm
                  key={releases.data.length}
                  taken={releases.data.map(({ version }) => version)}
                  runs={(runs.data ?? []).map(({ id, model, method }) => ({
                    value: String(id),
                    label: `${id} · ${model} · ${words.method(method)}`,
                  }))}
                  consent={preview.data.consent !== ""}
                  busy={publishing.isPending}
                  onPublish={publishing.mutate}
                />
                {publishing.error && <ErrorNotice error={publishing.error} />}
              </Stack>
            )}
          </Section>
        </Paper>
        <Section
          title={t("releases.list")}
          action={
            <Group gap="md">
              {newer && older && (
                <Anchor component={Link} to={comparePath(slug, older.version, newer.version)} size="sm">
                  {t("releases.compare")}
                </Anchor>
              )}
              {releases.data.some(({ options }) => options.held_back) && (
                <Anchor component={Link} to={heldBackPath(slug)} size="sm">
                  {t("releases.testPart.title")}
                </Anchor>
              )}
            </Group>
          }
        >
          {releases.data.length === 0 ? (
            <Text c="dimmed">{t("releases.empty")}</Text>
          ) : (
            <ReleaseList releases={releases.data} pageOf={(version) => releasePath(slug, version)} />
          )}
        </Section>
      </Stack>
    </>
  );
}
