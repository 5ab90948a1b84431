import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { Benchmark } from "./types";

export const benchmarkQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug],
    queryFn: async () =>
      (await answer(client.GET("/api/benchmarks/{slug}", { params: { path: { slug } } }))) as Benchmark,
    staleTime: 60_000,
  });

export const workQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "work"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/work", { params: { path: { slug } } })),
    refetchInterval: 30_000,
  });
