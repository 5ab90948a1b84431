import { send } from "./client";
import type { Duty, PerturbationPreview, PerturbationType, Submitted, Task, Verdict } from "./types";

const at = (slug: string, rest: string) => `/api/benchmarks/${slug}/${rest}`;

/** Takes the next item of a duty for the signed-in person; null when nothing waits for them now. */
export const takeNext = (slug: string, duty: Duty, after?: number) =>
  send<Task | null>("POST", at(slug, `work/${duty}/next`), after === undefined ? {} : { after });

export const taskOf = (slug: string, assignment: string) =>
  send<Task>("GET", at(slug, `assignments/${assignment}`));

export const skip = (slug: string, assignment: number, reason: string) =>
  send<null>("POST", at(slug, `assignments/${assignment}/skip`), { reason });

export const proposeMask = (slug: string, item: number, start: number, end: number) =>
  send<Submitted>("POST", at(slug, `items/${item}/mask-proposals`), { start, end });

export const rateMask = (slug: string, item: number, proposal: number, confidence: number) =>
  send<Submitted>("POST", at(slug, `items/${item}/mask-ratings`), { proposal, confidence });

export const submitRationale = (slug: string, item: number, round: number, tokens: readonly number[]) =>
  send<Submitted>("POST", at(slug, `items/${item}/rationales`), { round, tokens });

export interface NewScore {
  sufficiency: number;
  compactness: number;
  comment: string;
}

export const scoreRationale = (slug: string, rationale: number, score: NewScore) =>
  send<Submitted>("POST", at(slug, `rationales/${rationale}/scores`), score);

export interface Draft {
  before: string;
  after: string;
}

export const previewPerturbation = (slug: string, item: number, type: PerturbationType, draft: Draft) =>
  send<PerturbationPreview>("POST", at(slug, `items/${item}/perturbations/preview`), { type, ...draft });

export const createPerturbation = (
  slug: string,
  item: number,
  perturbation: Draft & { type: PerturbationType; confirmed_warnings: string[]; note: string },
) => send<Submitted>("POST", at(slug, `items/${item}/perturbations`), perturbation);

export const previewChange = (slug: string, perturbation: number, draft: Draft) =>
  send<PerturbationPreview>("POST", at(slug, `perturbations/${perturbation}/preview`), draft);

export interface Review extends Partial<Draft> {
  verdict: Verdict;
  reason?: string;
  confirmed_warnings?: string[];
  version?: number;
}

export const reviewPerturbation = (slug: string, perturbation: number, review: Review) =>
  send<Submitted>("POST", at(slug, `perturbations/${perturbation}/reviews`), review);
