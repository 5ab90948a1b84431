import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import { type Page, pageOf } from "./pages";
import type { components } from "./schema";

export type ImportFormat = components["schemas"]["FormatEnum"];
export type ImportMode = components["schemas"]["ModeEnum"];
export type ImportReport = components["schemas"]["ImportReport"];

export interface NewImport {
  file: File;
  format: ImportFormat;
  corpus: string;
  /** Empty where each record names its own. */
  dimension: string;
  language: string;
  licence: string;
  mode: ImportMode;
}

export const importsQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "imports", page],
    queryFn: () => send<Page<ImportReport>>("GET", pageOf(`/api/benchmarks/${slug}/imports`, page)),
  });

export function importFile(slug: string, wanted: NewImport): Promise<ImportReport> {
  const form = new FormData();
  for (const [field, value] of Object.entries(wanted)) if (value !== "") form.set(field, value);
  return send<ImportReport>("POST", `/api/benchmarks/${slug}/imports`, form);
}
