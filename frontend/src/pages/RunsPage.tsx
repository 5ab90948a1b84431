import { Button, Paper, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { askEstimate, estimateQuery, startRuns } from "@/api/estimates";
import { healthQuery } from "@/api/health";
import { modelsQuery } from "@/api/models";
import { releasesQuery } from "@/api/releases";
import { METHODS, runsQuery } from "@/api/runs";
import { WaitingNotice } from "@/features/health/WaitingNotice";
import { EstimateTable } from "@/features/runs/EstimateTable";
import { RunList } from "@/features/runs/RunList";
import { StartRun, type Wanted } from "@/features/runs/StartRun";
import { bringScoresPath, resultsPath } from "@/shared/adminPaths";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

const isWordList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
const wordsIn = (value: unknown): string[] => (isWordList(value) ? value : []);

export default function RunsPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const benchmark = useQuery(benchmarkQuery(slug));
  const runs = useQuery(runsQuery(slug));
  const mayStart = benchmark.data?.my_roles.includes("admin") ?? false;
  const models = useQuery({ ...modelsQuery, enabled: mayStart });
  const releases = useQuery({ ...releasesQuery(slug), enabled: mayStart });
  const health = useQuery({ ...healthQuery, enabled: mayStart });
  const [outdated, setOutdated] = useState(false);
  const asking = useMutation({
    mutationFn: ({ release, runs: body }: Wanted) => askEstimate(slug, release, body),
    onSuccess: () => setOutdated(false),
  });
  const estimate = useQuery(estimateQuery(slug, asking.data?.id ?? null));
  const starting = useMutation({
    mutationFn: ({ release, runs: body }: Wanted) => startRuns(slug, release, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: runsQuery(slug).queryKey }),
  });

  const failed = benchmark.error ?? runs.error;
  if (!benchmark.data || !runs.data) {
    const retry = () => void Promise.all([benchmark.refetch(), runs.refetch()]);
    return failed ? <ErrorNotice error={failed} onRetry={retry} /> : <LoadingLine />;
  }
  const settings = benchmark.data.settings;
  const usable = (releases.data ?? []).filter(({ state, withdrawn }) => state === "published" && !withdrawn);
  const shown = estimate.data ?? asking.data;
  return (
    <>
      <PageHeader
        title={t("runs.title")}
        lead={t("runs.lead")}
        actions={
          <>
            <Button component={Link} to={resultsPath(slug)} variant="default">
              {t("results.ofAllRuns")}
            </Button>
            {mayStart && (
              <Button component={Link} to={bringScoresPath(slug)} variant="default">
                {t("external.bring")}
              </Button>
            )}
          </>
        }
      />
      <Stack gap="xl">
        {mayStart && models.data && health.data && (
          <Paper>
            <Section title={t("runs.start")} lead={t("runs.startLead")}>
              <Stack gap="md">
                <StartRun
                  models={models.data}
                  methods={isWordList(settings.methods) ? settings.methods : METHODS}
                  releases={usable.map(({ version }) => version)}
                  dimensions={wordsIn(settings.dimensions)}
                  languages={wordsIn(settings.languages)}
                  queues={health.data.queues}
                  estimating={asking.isPending}
                  starting={starting.isPending}
                  onChange={() => setOutdated(true)}
                  onEstimate={asking.mutate}
                  onStart={starting.mutate}
                />
                {!health.data.scoring && <WaitingNotice part="scoring" />}
                {asking.error && <ErrorNotice error={asking.error} />}
                {starting.error && <ErrorNotice error={starting.error} />}
                {shown && <EstimateTable estimate={shown} outdated={outdated} />}
              </Stack>
            </Section>
          </Paper>
        )}
        {models.error && <ErrorNotice error={models.error} onRetry={() => void models.refetch()} />}
        {failed && <ErrorNotice error={failed} onRetry={() => void runs.refetch()} />}
        {runs.data.length === 0 ? (
          <EmptyState title={t("runs.emptyTitle")}>{t("runs.empty")}</EmptyState>
        ) : (
          <RunList slug={slug} runs={runs.data} />
        )}
      </Stack>
    </>
  );
}
