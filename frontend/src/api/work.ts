import { answer, client } from "./client";
import type { components } from "./schema";
import type { Duty, PerturbationType, Span, Task } from "./types";

type Schemas = components["schemas"];
type NewPerturbation = Schemas["NewPerturbationRequest"];
type NewRating = Schemas["NewMaskRatingRequest"];
type NewRationale = Schemas["NewRationaleRequest"];
type NewScore = Schemas["NewScoreRequest"];
type Draft = Schemas["DraftRequest"];
export type NewReview = Partial<Schemas["NewReviewRequest"]> & Pick<Schemas["NewReviewRequest"], "verdict">;
export type Wording = Pick<Schemas["ReviewEditRequest"], "before" | "after">;

/** Sent again under the same key, a request makes nothing twice and gets the first answer again. */
const once = (key: string) => ({ "Idempotency-Key": key });

/** Takes the next item of a duty for the signed-in person; null when nothing waits for them now. */
export async function takeNext(slug: string, duty: Duty, after: number | null = null): Promise<Task | null> {
  const path = { slug, duty };
  const body = { after, dimension: "", language: "" };
  const task = await answer<Task | undefined>(
    client.POST("/api/benchmarks/{slug}/work/{duty}/next", { params: { path }, body }),
  );
  return task ?? null;
}

export const taskOf = (slug: string, id: number) =>
  answer<Task>(client.GET("/api/benchmarks/{slug}/assignments/{id}", { params: { path: { slug, id } } }));

export const skip = (slug: string, id: number, reason: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/assignments/{id}/skip", {
      params: { path: { slug, id } },
      body: { reason },
    }),
  );

/** Gives an item back untouched; somebody else, or the same person later, may take it. */
export const release = (slug: string, id: number) =>
  answer(client.POST("/api/benchmarks/{slug}/assignments/{id}/release", { params: { path: { slug, id } } }));

/** Leaves a remark on an item for the admins. */
export const flagItem = (slug: string, item_id: number, body: { comment: string }, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/flags", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const proposeMask = (slug: string, item_id: number, body: Span, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/mask-proposals", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const previewItemWording = (slug: string, item_id: number, wording: Wording) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/wording/preview", {
      params: { path: { slug, item_id } },
      body: { ...wording, impossible: false, reason: "" },
    }),
  );

export const wordItem = (slug: string, item_id: number, body: Schemas["NewWordingRequest"], key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/wording", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const rateMask = (slug: string, item_id: number, body: NewRating, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/mask-ratings", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const saveDraft = (slug: string, item_id: number, body: Draft, signal: AbortSignal) =>
  answer<Schemas["Draft"]>(
    client.PUT("/api/benchmarks/{slug}/items/{item_id}/draft", {
      params: { path: { slug, item_id } },
      body,
      signal,
    }),
  );

export const submitRationale = (slug: string, item_id: number, body: NewRationale, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/rationales", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const scoreRationale = (slug: string, id: number, body: NewScore, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/rationales/{id}/scores", {
      params: { path: { slug, id } },
      headers: once(key),
      body,
    }),
  );

export const previewPerturbation = (
  slug: string,
  item_id: number,
  type: PerturbationType,
  wording: Wording,
  links: number[][] | null,
) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/perturbations/preview", {
      params: { path: { slug, item_id } },
      body: { type, ...wording, ...(links && { links }) },
    }),
  );

export const createPerturbation = (slug: string, item_id: number, body: NewPerturbation, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/items/{item_id}/perturbations", {
      params: { path: { slug, item_id } },
      headers: once(key),
      body,
    }),
  );

export const previewChange = (slug: string, id: number, wording: Wording, links: number[][] | null) =>
  answer(
    client.POST("/api/benchmarks/{slug}/perturbations/{id}/preview", {
      params: { path: { slug, id } },
      body: { ...wording, ...(links && { links }) },
    }),
  );

export const reviewPerturbation = (slug: string, id: number, review: NewReview, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/perturbations/{id}/reviews", {
      params: { path: { slug, id } },
      headers: once(key),
      body: { reason: "", before: "", after: "", confirmed_warnings: [], version: 1, ...review },
    }),
  );
