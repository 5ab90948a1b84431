import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

export type LanguageModel = components["schemas"]["LanguageModel"];

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => answer(client.GET("/api/models")),
  staleTime: 60_000,
});
