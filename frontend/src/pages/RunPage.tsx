import { Anchor, Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { healthQuery } from "@/api/health";
import { cancelRun, runItemsQuery, runQuery } from "@/api/runs";
import { WaitingNotice } from "@/features/health/WaitingNotice";
import { DeviationLine } from "@/features/runs/DeviationLine";
import { mayCancel, mayWithdraw, toneOf } from "@/features/runs/progress";
import { RunFailures } from "@/features/runs/RunFailures";
import { RunSheet } from "@/features/runs/RunSheet";
import { reportPath, runsPath } from "@/shared/adminPaths";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";
import { StateBadge } from "@/shared/ui/StateBadge";

export default function RunPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "", run: id = "" } = useParams();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const benchmark = useQuery(benchmarkQuery(slug));
  const { data: run, error, refetch } = useQuery(runQuery(slug, id));
  const failures = useQuery({
    ...runItemsQuery(slug, id, 1, { state: "failed" }),
    enabled: (run?.counts.failed ?? 0) > 0,
    refetchInterval: run?.state === "running" ? 5_000 : false,
  });
  const waiting = run && run.counts.queued + run.counts.sent > 0;
  const health = useQuery({ ...healthQuery, enabled: Boolean(waiting) });
  const cancelling = useMutation({
    mutationFn: () => cancelRun(slug, Number(id)),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ["benchmark", slug, "runs"] });
    },
  });

  if (!run) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  const external = run.kind === "external";
  const isAdmin = benchmark.data?.my_roles.includes("admin") ?? false;
  const failed = failures.data?.results.filter(({ state }) => state === "failed") ?? [];
  return (
    <>
      <PageHeader
        title={`${run.model} · ${words.method(run.method)}`}
        lead={
          <Group gap="sm">
            <StateBadge tone={toneOf(run.state)}>{words.runState(run.state)}</StateBadge>
            <span>{t("runs.pairs", { count: run.pairs, number: run.pairs })}</span>
            <Anchor component={Link} to={runsPath(slug)} size="sm">
              {t("runs.back")}
            </Anchor>
          </Group>
        }
        actions={
          <>
            {run.counts.done > 0 && (
              <Button component={Link} to={reportPath(slug, id)}>
                {t("runs.report")}
              </Button>
            )}
            {isAdmin && (mayCancel(run) || mayWithdraw(run)) && (
              <Button variant="default" onClick={() => setAsking(true)}>
                {t(external ? "external.withdraw" : "runs.cancel")}
              </Button>
            )}
          </>
        }
      />
      <Stack gap="xl">
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {cancelling.error && <ErrorNotice error={cancelling.error} />}
        {run.error && (
          <Notice tone="failure" title={t("runs.whole")}>
            <ServerSentence {...run.error} named={words.runError} />
          </Notice>
        )}
        {waiting && health.data && !health.data.scoring && <WaitingNotice part="scoring" />}
        <RunSheet run={run} />
        {!external && run.dtype !== "float32" && (
          <Section title={t("runs.deviation", { dtype: run.dtype })}>
            {run.deviation ? <DeviationLine deviation={run.deviation} /> : t("runs.deviationWaiting")}
          </Section>
        )}
        {failures.error && <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} />}
        {failed.length > 0 && (
          <Section title={t("runs.failures")} lead={t("runs.failuresLead")}>
            <RunFailures rows={failed} />
          </Section>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        title={t(external ? "external.withdrawTitle" : "runs.cancelTitle")}
        detail={t(external ? "external.withdrawDetail" : "runs.cancelDetail")}
        yes={t(external ? "external.withdrawYes" : "runs.cancelYes")}
        no={t(external ? "external.withdrawNo" : "runs.goOn")}
        busy={cancelling.isPending}
        onYes={() => cancelling.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
