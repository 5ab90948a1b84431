import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { components } from "./schema";

export type Overview = components["schemas"]["Overview"];
/** Items by state. */
export type StateCounts = Overview["states"];
export type PersonAtWork = Overview["people"][number];

export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "overview"],
    queryFn: () => send<Overview>("GET", `/api/benchmarks/${slug}/overview`),
    refetchInterval: 15_000,
  });
