import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import { type Page, pageOf } from "./pages";

export type ImportFormat = "copa" | "jsonl";
export type ImportMode = "keep_good" | "all_or_nothing";

export interface NewImport {
  file: File;
  format: ImportFormat;
  corpus: string;
  dimension: string;
  language: string;
  licence: string;
  mode: ImportMode;
}

export interface ImportProblem {
  line: number | null;
  record: string | null;
  code: string;
  message: string;
}

export interface ImportReport {
  id?: number;
  format: string;
  file: string;
  corpus?: string;
  read: number;
  stored: number;
  problems: ImportProblem[];
  created_at: string;
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
