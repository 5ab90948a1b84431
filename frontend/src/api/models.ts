import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { components } from "./schema";

export type LanguageModel = components["schemas"]["LanguageModel"];

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => send<LanguageModel[]>("GET", "/api/models"),
  staleTime: 60_000,
});
