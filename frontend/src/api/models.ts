import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";

export interface LanguageModel {
  name: string;
  source: string;
  revision: string;
  languages: string[];
  licence: string;
  parameters: number | null;
  enabled: boolean;
}

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => send<LanguageModel[]>("GET", "/api/models"),
  staleTime: 60_000,
});
