import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Suggestion = Schemas["Suggestion"];
export type SuggestionKind = Suggestion["kind"];
export type NewSuggestion = Schemas["NewSuggestionRequest"];

/** Asks for words at a place of a wording. What a worker has to find comes later. */
export const askForSuggestion = (slug: string, item_id: number, body: NewSuggestion, key: string) =>
  answer<Suggestion>(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/suggestions", {
      params: { path: { slug, item_id } },
      headers: { "Idempotency-Key": key },
      body,
    }),
  );

const PAUSE = 600;

/** A suggestion, asked after until its words are there. */
export const suggestionQuery = (slug: string, asked: Suggestion) =>
  queryOptions({
    queryKey: ["suggestion", slug, asked.id],
    queryFn: () =>
      answer<Suggestion>(
        client.GET("/api/benchmarks/{slug}/suggestions/{id}", { params: { path: { slug, id: asked.id } } }),
      ),
    initialData: asked,
    refetchInterval: (query) => (query.state.data?.state === "waiting" ? PAUSE : false),
    retry: false,
  });
