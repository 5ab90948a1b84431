import type { ImportChoices, ImportReport } from "@/api/imports";

const TABLES = ["csv", "tsv"];

/** What is said of an upload so far: what it seems to be, and what was said before. */
export const firstChoices = (report: ImportReport): ImportChoices => ({
  format: (report.format || "text") as ImportChoices["format"],
  corpus: report.corpus,
  licence: report.licence,
  dimension: report.dimension,
  language: report.language,
  encoding: report.encoding,
  columns: report.columns,
  mode: report.mode,
  seed: report.seed,
});

/** Whether an upload can be looked through before anybody says more: nothing about it is in doubt. */
export function canBeChecked({ format, sniffed }: ImportReport): boolean {
  const readable = sniffed.encoding === null || sniffed.encoding.certain;
  return format !== "" && readable && (!TABLES.includes(format) || sniffed.columns.includes("text"));
}
