import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type WantedRuns = Required<Omit<Schemas["NewRunsRequest"], "model">>;
export type Estimate = Schemas["Estimate"];
export type EstimatePart = Schemas["EstimatePart"];

const measuring = ({ parts }: Estimate) => parts.some(({ state }) => state === "waiting");

/** Has a worker score a few of the inputs that these runs would score; over a release if one is named. */
export const askEstimate = (slug: string, release: string, body: WantedRuns) =>
  answer(
    release
      ? client.POST("/api/benchmarks/{slug}/releases/{version}/estimates", {
          params: { path: { slug, version: release } },
          body,
        })
      : client.POST("/api/benchmarks/{slug}/estimates", { params: { path: { slug } }, body }),
  );

/** An estimate, asked for again until all of it is measured. */
export const estimateQuery = (slug: string, id: number | null) =>
  queryOptions({
    queryKey: ["benchmark", slug, "estimates", id],
    enabled: id !== null,
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/estimates/{estimate_id}", {
          params: { path: { slug, estimate_id: id ?? 0 } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && measuring(state.data) ? 1_000 : false),
  });

export const startRuns = (slug: string, release: string, body: WantedRuns) =>
  answer(
    release
      ? client.POST("/api/benchmarks/{slug}/releases/{version}/runs", {
          params: { path: { slug, version: release } },
          body,
        })
      : client.POST("/api/benchmarks/{slug}/runs", { params: { path: { slug } }, body }),
  );
