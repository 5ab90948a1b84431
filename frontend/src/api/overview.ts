import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

export type Overview = components["schemas"]["Overview"];
/** Items by state. */
export type StateCounts = Overview["states"];
export type PersonAtWork = Overview["people"][number];

export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "overview"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/overview", { params: { path: { slug } } })),
    refetchInterval: 15_000,
  });
