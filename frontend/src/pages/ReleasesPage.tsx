import { Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { healthQuery } from "@/api/health";
import { publishRelease, releaseFileAddress, releasePreviewQuery, releasesQuery } from "@/api/releases";
import { WaitingNotice } from "@/features/health/WaitingNotice";
import { PreviewSheet } from "@/features/releases/PreviewSheet";
import { PublishForm } from "@/features/releases/PublishForm";
import { ReleaseList } from "@/features/releases/ReleaseList";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function ReleasesPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const releases = useQuery(releasesQuery(slug));
  const preview = useQuery(releasePreviewQuery(slug));
  const health = useQuery(healthQuery);
  const publishing = useMutation({
    mutationFn: ({ version, notes }: { version: string; notes: string }) =>
      publishRelease(slug, version, notes),
    onSuccess: () => queries.invalidateQueries({ queryKey: releasesQuery(slug).queryKey }),
  });

  const failed = releases.error ?? preview.error;
  if (!releases.data || !preview.data) {
    const retry = () => void Promise.all([releases.refetch(), preview.refetch()]);
    return failed ? <ErrorNotice error={failed} onRetry={retry} /> : <LoadingLine />;
  }
  return (
    <>
      <PageHeader title={t("releases.title")} lead={t("releases.lead")} />
      <Stack gap="xl">
        {failed && <ErrorNotice error={failed} onRetry={() => void releases.refetch()} />}
        {health.data && !health.data.tasks && <WaitingNotice part="tasks" />}
        <SimpleGrid
          cols={{ base: 1, md: 2 }}
          spacing="xl"
          verticalSpacing="xl"
          style={{ alignItems: "start" }}
        >
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
                    busy={publishing.isPending}
                    onPublish={(version, notes) => publishing.mutate({ version, notes })}
                  />
                  {publishing.error && <ErrorNotice error={publishing.error} />}
                </Stack>
              )}
            </Section>
          </Paper>
        </SimpleGrid>
        <Section title={t("releases.list")}>
          {releases.data.length === 0 ? (
            <Text c="dimmed">{t("releases.empty")}</Text>
          ) : (
            <ReleaseList
              releases={releases.data}
              addressOf={(version, file) => releaseFileAddress(slug, version, file)}
            />
          )}
        </Section>
      </Stack>
    </>
  );
}
