import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
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
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/imports", { params: { path: { slug }, query: pageOf(page) } }),
      ),
  });

export function importFile(slug: string, wanted: NewImport): Promise<ImportReport> {
  const { file, ...choices } = wanted;
  return answer(
    client.POST("/api/benchmarks/{slug}/imports", {
      params: { path: { slug } },
      // The document has files as text; what is sent is a form with the file itself.
      body: { ...choices, file: "" },
      bodySerializer: () => formOf(file, choices),
    }),
  );
}

function formOf(file: File, choices: Record<string, string>): FormData {
  const form = new FormData();
  form.set("file", file);
  for (const [field, value] of Object.entries(choices)) if (value !== "") form.set(field, value);
  return form;
}
