import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ScoresUpload = Schemas["ScoresUpload"];
type Written = Schemas["NewScoresUploadRequest"];

export interface NewUpload {
  file: File;
  form: NonNullable<Written["form"]>;
  /** Of scores whose form has no place for them; empty otherwise. */
  model: string;
  revision: string;
  method: string;
  /** A JSON object as it was typed. */
  methodSettings: string;
  note: string;
  mode: NonNullable<Written["mode"]>;
}

export const uploadsQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "scores-uploads", page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/scores-uploads", {
          params: { path: { slug }, query: pageOf(page) },
        }),
      ),
  });

export function uploadScores(slug: string, wanted: NewUpload): Promise<ScoresUpload> {
  return answer(
    client.POST("/api/benchmarks/{slug}/scores-uploads", {
      params: { path: { slug } },
      // The document has files as text; what is sent is a form with the file itself.
      body: { ...wanted, file: "" },
      bodySerializer: () => formOf(wanted),
    }),
  );
}

function formOf({ file, methodSettings, ...rest }: NewUpload): FormData {
  const form = new FormData();
  form.set("file", file);
  for (const [field, value] of Object.entries({ ...rest, method_settings: methodSettings }))
    if (value !== "") form.set(field, value);
  return form;
}
