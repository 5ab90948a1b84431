import { Anchor, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { PAGE_SIZE } from "@/api/pages";
import { pairsQuery } from "@/api/results";
import { runQuery } from "@/api/runs";
import { backOf, EMPTY, filterOf, withFilter } from "@/features/results/filters";
import { PairTable } from "@/features/results/PairTable";
import { orderText, pairOrderOf } from "@/features/results/pairOrder";
import { useFilterWords } from "@/features/results/useFilterWords";
import { usePairMetric } from "@/features/results/usePairMetric";
import { useSystemName } from "@/features/results/useSystemName";
import { reportPath, resultsPath } from "@/shared/adminPaths";
import { whole } from "@/shared/numbers/format";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { useAddress } from "@/shared/useAddress";

/** What a number was counted from: the pairs of a run under the filters of the address, in its order. */
export default function ResultPairsPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const [place, setPlace] = useAddress();
  const run = Number(place.get("run")) || 0;
  const filter = filterOf(place);
  const order = pairOrderOf(place.get("order"));
  const page = Math.max(1, Number(place.get("page")) || 1);
  const nameOf = useSystemName();
  const named = usePairMetric();
  const said = useFilterWords(filter);
  const asked = useQuery({ ...runQuery(slug, String(run)), enabled: run > 0 });
  const pairs = useQuery({
    ...pairsQuery(slug, run, filter, orderText(order), page),
    placeholderData: keepPreviousData,
  });
  const back = resultsPath(slug, backOf(place));

  const go = (change: Record<string, string>) =>
    setPlace((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }));

  if (run === 0)
    return (
      <>
        <PageHeader title={t("results.pairs.title")} />
        <EmptyState
          title={t("results.pairs.noRun")}
          actions={
            <Anchor component={Link} to={back}>
              {t("results.pairs.back")}
            </Anchor>
          }
        >
          {t("results.lead")}
        </EmptyState>
      </>
    );
  const failed = asked.error ?? pairs.error;
  if (failed) {
    const retry = () => void Promise.all([asked.refetch(), pairs.refetch()]);
    return <ErrorNotice error={failed} onRetry={retry} />;
  }
  if (!asked.data || !pairs.data) return <LoadingLine />;
  const { count, results } = pairs.data;
  return (
    <>
      <PageHeader
        title={t("results.pairs.title")}
        lead={
          <Stack gap={4}>
            <span>
              {nameOf(asked.data)}
              {" · "}
              {said.length > 0 ? said.join(", ") : t("results.said.nothing")}
            </span>
            <span>
              {t("results.pairs.lead", { count, number: whole(count, i18n.language) })}{" "}
              {t("results.pairs.ordered", {
                metric: named(order.key),
                direction: t(order.descending ? "results.pairs.descending" : "results.pairs.ascending"),
              })}
            </span>
            <Group gap="md">
              <Anchor component={Link} to={back} size="sm">
                {t("results.pairs.back")}
              </Anchor>
              <Anchor component={Link} to={reportPath(slug, run)} size="sm">
                {t("results.pairs.run")}
              </Anchor>
              {said.length > 0 && (
                <Anchor
                  component={Link}
                  to={`?${withFilter(new URLSearchParams({ run: String(run), order: orderText(order) }), EMPTY)}`}
                  size="sm"
                >
                  {t("results.clear")}
                </Anchor>
              )}
            </Group>
          </Stack>
        }
      />
      {pairs.isFetching && <LoadingLine />}
      {count === 0 ? (
        <EmptyState title={t("results.pairs.emptyTitle")}>{t("results.pairs.empty")}</EmptyState>
      ) : (
        <PairTable
          slug={slug}
          run={run}
          rows={results}
          order={order}
          onOrder={(wanted) => go({ order: orderText(wanted), page: "1" })}
        />
      )}
      <PageTurner
        pages={Math.ceil(count / PAGE_SIZE)}
        page={page}
        onTurn={(wanted) => go({ page: String(wanted) })}
      />
    </>
  );
}
