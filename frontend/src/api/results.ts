import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components, operations } from "./schema";

/** What narrows the results: an empty field does not. The ratio's bounds are fractions, as the address has them. */
export interface ResultsFilter {
  release: string;
  language: string;
  dimension: string;
  type: string;
  ratio_from: string;
  ratio_to: string;
}

type Schemas = components["schemas"];

export type System = Schemas["System"];
export type Results = Schemas["Leaderboard"];
export type Behind = Schemas["Behind"];
export type PaperCell = Schemas["Cell"];
export type PaperTable = Schemas["Table"];
export type RatioPoint = Schemas["RatioPoint"];
export type AccuracyChange = Schemas["AccuracyPair"];
export type ResultsFigures = Schemas["Figures"];
export type Histogram = Schemas["Histogram"];
export type Distributions = Schemas["Distributions"];
export type MetricComparison = Schemas["ComparedMetric"];
export type RunComparison = Schemas["TwoRuns"];
export type PairRow = Schemas["ResultPair"];

const WHILE_WAITING = 2_000;

/** What is on its way changes by itself; so does what is shown while newer scores are worked in. */
export const isUnderWay = ({ state, current, error }: System) =>
  state === "waiting" || (state === "ready" && !current && error === null);

const given = (filter: Partial<ResultsFilter>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

export const resultsQuery = (slug: string, filter: ResultsFilter) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "systems", filter],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results", { params: { path: { slug }, query: given(filter) } }),
      ),
    refetchInterval: ({ state }) => (state.data?.systems.some(isUnderWay) ? WHILE_WAITING : false),
  });

export const tablesQuery = (slug: string, release: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "tables", release],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results/tables", {
          params: { path: { slug }, query: given({ release }) },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.waiting ? WHILE_WAITING : false),
  });

/** settled: which systems are there and how new they are; other systems make other figures. */
export const figuresQuery = (slug: string, filter: ResultsFilter, settled: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "figures", filter, settled],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results/figures", {
          params: { path: { slug }, query: given(filter) },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.waiting ? WHILE_WAITING : false),
  });

export const distributionsQuery = (slug: string, run: number, filter: ResultsFilter, settled: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "distributions", run, filter, settled],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results/runs/{run_id}/distributions", {
          params: { path: { slug, run_id: run }, query: given(filter) },
        }),
      ),
  });

export const runComparisonQuery = (
  slug: string,
  runs: { a: number; b: number },
  filter: ResultsFilter,
  settled: string,
) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "comparison", runs, filter, settled],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results/comparison", {
          params: { path: { slug }, query: { ...runs, ...given(filter) } },
        }),
      ),
  });

type PairsQuery = NonNullable<operations["results_pairs"]["parameters"]["query"]>;
/** What pairs can be put in order by, a minus in front for the other way round. */
export type PairOrder = NonNullable<PairsQuery["order"]>;

export const pairsQuery = (
  slug: string,
  run: number,
  filter: ResultsFilter,
  order: PairOrder,
  page: number,
) =>
  queryOptions({
    queryKey: ["benchmark", slug, "results", "pairs", run, filter, order, page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/results/runs/{run_id}/pairs", {
          params: { path: { slug, run_id: run }, query: { ...pageOf(page, given(filter)), order } },
        }),
      ),
    enabled: run > 0,
  });

export type TableForm = "csv" | "tex" | "md";

export const tableAddress = (
  slug: string,
  table: string,
  form: TableForm,
  filter: Partial<ResultsFilter>,
) => {
  const query = new URLSearchParams(given(filter)).toString();
  return `/api/benchmarks/${slug}/results/tables/${table}/${form}${query ? `?${query}` : ""}`;
};
