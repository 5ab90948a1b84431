import { Anchor, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { PAGE_SIZE } from "@/api/pages";
import { isActive, reportQuery, runItemsQuery, runQuery } from "@/api/runs";
import { ChartFigure } from "@/features/report/ChartFigure";
import { RecipeLine } from "@/features/report/RecipeLine";
import { ReportItems } from "@/features/report/ReportItems";
import { ReportTable } from "@/features/report/ReportTable";
import { dotsOf } from "@/features/report/reportTable";
import { toneOf } from "@/features/runs/progress";
import { resultsPath, runPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { Section } from "@/shared/ui/Section";
import { StateBadge } from "@/shared/ui/StateBadge";

export default function ReportPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "", run: id = "" } = useParams();
  const [page, setPage] = useState(1);
  const benchmark = useQuery(benchmarkQuery(slug));
  const run = useQuery(runQuery(slug, id));
  const report = useQuery({
    ...reportQuery(slug, id, run.data?.state),
    placeholderData: keepPreviousData,
  });
  const items = useQuery({ ...runItemsQuery(slug, id, page), placeholderData: keepPreviousData });
  const dimensions = benchmark.data?.settings.dimensions;
  const dots = useMemo(
    () => (report.data && dimensions ? dotsOf(report.data, dimensions) : []),
    [report.data, dimensions],
  );

  const failed = benchmark.error ?? run.error ?? report.error;
  if (failed) {
    const retry = () => void Promise.all([benchmark.refetch(), run.refetch(), report.refetch()]);
    return <ErrorNotice error={failed} onRetry={retry} />;
  }
  if (!dimensions || !run.data || !report.data) return <LoadingLine />;
  const pages = items.data ? Math.ceil(items.data.count / PAGE_SIZE) : 0;
  return (
    <>
      <PageHeader
        title={t("report.title", { model: run.data.model, method: words.method(run.data.method) })}
        lead={
          <Group gap="sm">
            <StateBadge tone={toneOf(run.data.state)}>{words.runState(run.data.state)}</StateBadge>
            {isActive(run.data) && <span>{t("report.soFar")}</span>}
            <Anchor component={Link} to={runPath(slug, id)} size="sm">
              {t("report.back")}
            </Anchor>
            <Anchor component={Link} to={resultsPath(slug)} size="sm">
              {t("results.ofAllRuns")}
            </Anchor>
          </Group>
        }
      />
      {report.data.rows.length === 0 ? (
        <EmptyState title={t("report.emptyTitle")}>{t("report.empty")}</EmptyState>
      ) : (
        <Stack gap="xl">
          <RecipeLine report={report.data} />
          <Section title={t("report.results")}>
            <ReportTable rows={report.data.rows} dimensions={dimensions} />
          </Section>
          <Section title={t("report.chart")}>
            <ChartFigure dots={dots} />
          </Section>
          <Section title={t("report.items")}>
            {items.error && <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />}
            {items.data && <ReportItems slug={slug} run={id} rows={items.data.results} />}
            <PageTurner pages={pages} page={page} onTurn={setPage} />
          </Section>
        </Stack>
      )}
    </>
  );
}
