import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

/** What a person did in a benchmark and how it fared, of stages that are decided. */
export type WorkRecord = components["schemas"]["Record"];

export const recordQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "my-record"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/my-record", { params: { path: { slug } } })),
  });
