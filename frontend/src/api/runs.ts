import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";

export const METHODS = ["attention", "integrated_gradients"] as const;

type Schemas = components["schemas"];

export type RunState = Schemas["RunStateEnum"];
export type Run = Schemas["Run"];
export type RunItemRow = Schemas["RunItem"];
export type Split = Schemas["Split"];
export type ReportRow = Schemas["ReportRow"];
export type Report = Schemas["Report"];
export type Prediction = Schemas["Prediction"];
export type Saliency = Schemas["Saliency"];

export const isActive = (run: Pick<Run, "state">) => run.state === "queued" || run.state === "running";

const POLL = 1_500;

export const runsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/runs", { params: { path: { slug } } })),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? POLL : false),
  });

export const runQuery = (slug: string, run: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/runs/{run_id}", {
          params: { path: { slug, run_id: Number(run) } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL : false),
  });

/** The report of what has come back; asked for again while the run goes on, and once more when it ends. */
export const reportQuery = (slug: string, run: string, state: RunState | undefined) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run, "report", state],
    enabled: state !== undefined,
    refetchInterval: state && isActive({ state }) ? 5_000 : false,
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/runs/{run_id}/report", {
          params: { path: { slug, run_id: Number(run) } },
        }),
      ),
  });

export const runItemsQuery = (slug: string, run: string, page: number, filter: Record<string, string> = {}) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run, "items", page, filter],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/runs/{run_id}/items", {
          params: { ...{ path: { slug, run_id: Number(run) } }, query: pageOf(page, filter) },
        }),
      ),
  });

export type ItemScores = Schemas["ItemScores"];
export type Column = Schemas["Column"];
export type ColumnHalf = Schemas["ColumnHalf"];
export type ExplainedItem = Schemas["ExplainedItem"];

/** An item beside what each model and method made of it; of the pairs the first unless one is named. */
export const itemScoresQuery = (slug: string, item: string, run: string, pair: string | null) =>
  queryOptions({
    queryKey: ["benchmark", slug, "scored-items", item, run, pair],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/scored-items/{item_id}", {
          params: {
            path: { slug, item_id: Number(item) },
            query: { run: Number(run), ...(pair ? { pair: Number(pair) } : {}) },
          },
        }),
      ),
  });

export const cancelRun = (slug: string, run: number) =>
  answer(
    client.POST("/api/benchmarks/{slug}/runs/{run_id}/cancel", { params: { path: { slug, run_id: run } } }),
  );
