import { Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import {
  distributionsQuery,
  figuresQuery,
  isUnderWay,
  type Results,
  type ResultsFilter,
  resultsQuery,
  runComparisonQuery,
  tablesQuery,
} from "@/api/results";
import { RunFigures } from "@/features/result-figures/RunFigures";
import { SystemFigures } from "@/features/result-figures/SystemFigures";
import { ComparisonTable, RunChoice } from "@/features/results/Comparison";
import { chosenRuns } from "@/features/results/comparison";
import { Downloads } from "@/features/results/Downloads";
import { EMPTY, filterOf, isNarrowed, withFilter } from "@/features/results/filters";
import { Leaderboard } from "@/features/results/Leaderboard";
import { sortingOf, textOf } from "@/features/results/leaderboard";
import { PaperTables } from "@/features/results/PaperTables";
import { ResultFilters } from "@/features/results/ResultFilters";
import { RunPicker } from "@/features/results/RunPicker";
import { useFilterWords } from "@/features/results/useFilterWords";
import { useRunNames } from "@/features/results/useSystemName";
import { whole } from "@/shared/numbers/format";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Recipe } from "@/shared/ui/Recipe";
import { Section } from "@/shared/ui/Section";
import { useAddress } from "@/shared/useAddress";

const TABS = ["leaderboard", "tables", "figures", "comparison"] as const;

/** All runs of a benchmark side by side; what is shown, and of what, stands in the address. */
export default function ResultsPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const [place, setPlace] = useAddress();
  const filter = filterOf(place);
  const tab = TABS.find((one) => one === place.get("tab")) ?? "leaderboard";
  const results = useQuery({ ...resultsQuery(slug, filter), placeholderData: keepPreviousData });
  const said = useFilterWords(filter);

  const go = (change: Record<string, string>) =>
    setPlace((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }), {
      replace: true,
    });

  const everything = () => setPlace((before) => withFilter(before, EMPTY));
  if (!results.data)
    return results.error ? (
      <Stack align="start">
        <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />
        {isNarrowed(filter) && <Button onClick={everything}>{t("results.clear")}</Button>}
      </Stack>
    ) : (
      <LoadingLine />
    );
  const { systems, choices } = results.data;
  const waiting = systems.filter(({ state }) => state === "waiting").length;
  const view: ViewProps = { slug, results: results.data, filter, place, go };
  return (
    <>
      <PageHeader title={t("results.title")} lead={t("results.lead")} />
      <Stack gap="md">
        <ResultFilters
          // A link to other bounds starts the boxes anew; typing in them does not.
          key={`${filter.ratio_from} ${filter.ratio_to}`}
          filter={filter}
          choices={choices}
          onChange={(wanted) => setPlace((before) => withFilter(before, wanted))}
        />
        {/* As high as its button, so that nothing jumps when the first filter is set. */}
        <Group gap="sm" mih="2rem">
          <Text size="sm" c="dimmed" role="status">
            {t("results.systems", { count: systems.length, number: whole(systems.length, i18n.language) })}
            {said.length > 0 && ` · ${t("results.said.only", { filters: said.join(", ") })}`}
            {waiting > 0 &&
              ` · ${t("results.waitingSystems", { count: waiting, number: whole(waiting, i18n.language) })}`}
          </Text>
          {isNarrowed(filter) && (
            <Button variant="default" size="compact-sm" onClick={everything}>
              {t("results.clear")}
            </Button>
          )}
        </Group>
        {results.isPlaceholderData && <LoadingLine />}
        {results.error && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
        {systems.length === 0 ? (
          <EmptyState title={t("results.emptyTitle")}>{t("results.empty")}</EmptyState>
        ) : (
          <Tabs value={tab} onChange={(chosen) => chosen && go({ tab: chosen })} keepMounted={false}>
            <Tabs.List aria-label={t("results.tabs")} mb="lg">
              {TABS.map((one) => (
                <Tabs.Tab key={one} value={one} px={{ base: "xs", xs: "md" }}>
                  {t(`results.tab.${one}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="leaderboard">
              <LeaderboardView {...view} />
            </Tabs.Panel>
            <Tabs.Panel value="tables">
              <TablesView {...view} />
            </Tabs.Panel>
            <Tabs.Panel value="figures">
              <FiguresView {...view} />
            </Tabs.Panel>
            <Tabs.Panel value="comparison">
              <ComparisonView {...view} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
    </>
  );
}

interface ViewProps {
  slug: string;
  results: Results;
  filter: ResultsFilter;
  place: URLSearchParams;
  go: (change: Record<string, string>) => void;
}

/** Which systems there are and how new they are: other ones make other figures. */
const settledBy = ({ systems }: Results) =>
  systems.map((system) => `${system.run.id}${isUnderWay(system) ? "…" : ""}`).join(" ");

function LeaderboardView({ slug, results, filter, place, go }: ViewProps) {
  const { t } = useTranslation("admin");
  return (
    <Section
      title={t("results.tab.leaderboard")}
      action={<Downloads slug={slug} table="leaderboard" filter={filter} />}
    >
      <Leaderboard
        slug={slug}
        results={results}
        filter={filter}
        sorting={sortingOf(place.get("sort"))}
        onSort={(sorting) => go({ sort: textOf(sorting) })}
      />
      <Recipe text={results.recipe} />
    </Section>
  );
}

function TablesView({ slug, filter }: ViewProps) {
  const { t, i18n } = useTranslation("admin");
  const tables = useQuery({ ...tablesQuery(slug, filter.release), placeholderData: keepPreviousData });
  if (tables.error) return <ErrorNotice error={tables.error} onRetry={() => void tables.refetch()} />;
  if (!tables.data) return <LoadingLine />;
  const { waiting } = tables.data;
  const ignored = Object.entries(filter).some(([field, value]) => field !== "release" && value !== "");
  return (
    <Stack gap="md">
      {ignored && <Text>{t("results.releaseOnly")}</Text>}
      {waiting > 0 && (
        <Text>{t("results.waitingSystems", { count: waiting, number: whole(waiting, i18n.language) })}</Text>
      )}
      <PaperTables slug={slug} tables={tables.data.tables} release={filter.release} />
    </Stack>
  );
}

function FiguresView({ slug, results, filter, place, go }: ViewProps) {
  const { t } = useTranslation("admin");
  const names = useRunNames(results.systems);
  const settled = settledBy(results);
  const there = results.systems.filter(({ row }) => row !== null);
  const asked = Number(place.get("run"));
  const run = names.has(asked) ? asked : (there[0]?.run.id ?? 0);
  const figures = useQuery({ ...figuresQuery(slug, filter, settled), placeholderData: keepPreviousData });
  const one = useQuery({
    ...distributionsQuery(slug, run, filter, settled),
    enabled: run > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="xl">
      {figures.error && <ErrorNotice error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.data ? <SystemFigures figures={figures.data} names={names} /> : <LoadingLine />}
      <Section title={t("results.figure.oneRun")} lead={t("results.figure.oneRunLead")}>
        <RunPicker
          label={t("results.figure.run")}
          names={names}
          run={run}
          onPick={(picked) => go({ run: String(picked) })}
        />
      </Section>
      {one.error && <ErrorNotice error={one.error} onRetry={() => void one.refetch()} />}
      {one.isFetching && <LoadingLine />}
      {one.data && <RunFigures distributions={one.data} system={names.get(run) ?? ""} />}
    </Stack>
  );
}

function ComparisonView({ slug, results, filter, place, go }: ViewProps) {
  const { t } = useTranslation("admin");
  const { a, b } = chosenRuns(place, results.systems);
  const two = a > 0 && b > 0 && a !== b;
  const comparison = useQuery({
    ...runComparisonQuery(slug, { a, b }, filter, settledBy(results)),
    enabled: two,
    placeholderData: keepPreviousData,
  });
  if (results.systems.length < 2) return <Text c="dimmed">{t("results.comparison.needTwo")}</Text>;
  return (
    <Section title={t("results.tab.comparison")}>
      <Stack gap="md">
        <RunChoice
          systems={results.systems}
          a={a}
          b={b}
          onChoose={(side, run) => go({ [side]: String(run) })}
        />
        {!two && <Text c="dimmed">{t("results.comparison.choose")}</Text>}
        {comparison.error && (
          <ErrorNotice error={comparison.error} onRetry={() => void comparison.refetch()} />
        )}
        {two && comparison.isFetching && <LoadingLine />}
        {two && comparison.data && (
          <div>
            <ComparisonTable comparison={comparison.data} />
            <Recipe text={comparison.data.recipe} />
          </div>
        )}
      </Stack>
    </Section>
  );
}
