import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { Benchmark, Work } from "./types";

export const benchmarkQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug],
    queryFn: () => send<Benchmark>("GET", `/api/benchmarks/${slug}`),
    staleTime: 60_000,
  });

export const workQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "work"],
    queryFn: () => send<Work>("GET", `/api/benchmarks/${slug}/work`),
    refetchInterval: 30_000,
  });
