import { Paper, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { modelsQuery } from "@/api/models";
import { METHODS, runsQuery, startRuns } from "@/api/runs";
import { RunList } from "@/features/runs/RunList";
import { StartRun } from "@/features/runs/StartRun";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

const isMethodList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((method) => typeof method === "string");

export default function RunsPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const benchmark = useQuery(benchmarkQuery(slug));
  const runs = useQuery(runsQuery(slug));
  const mayStart = benchmark.data?.my_roles.includes("admin") ?? false;
  const models = useQuery({ ...modelsQuery, enabled: mayStart });
  const starting = useMutation({
    mutationFn: ({ model, methods }: { model: string; methods: string[] }) => startRuns(slug, model, methods),
    onSuccess: () => queries.invalidateQueries({ queryKey: runsQuery(slug).queryKey }),
  });

  const failed = benchmark.error ?? runs.error;
  if (!benchmark.data || !runs.data) {
    const retry = () => void Promise.all([benchmark.refetch(), runs.refetch()]);
    return failed ? <ErrorNotice error={failed} onRetry={retry} /> : <LoadingLine />;
  }
  const offered = benchmark.data.settings.methods;
  return (
    <>
      <PageHeader title={t("runs.title")} lead={t("runs.lead")} />
      <Stack gap="xl">
        {mayStart && models.data && (
          <Paper>
            <Section title={t("runs.start")} lead={t("runs.startLead")}>
              <Stack gap="md">
                <StartRun
                  models={models.data}
                  methods={isMethodList(offered) ? offered : METHODS}
                  busy={starting.isPending}
                  onStart={(model, methods) => starting.mutate({ model, methods })}
                />
                {starting.error && <ErrorNotice error={starting.error} />}
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
