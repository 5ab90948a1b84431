import { isInside, type Span } from "@/shared/tokens/cells";

/**
 * One token's place on the heat scale.
 *
 * strength: 0 to 1, the size of the score over the largest size among the tokens outside the mask.
 * rank: 1 for the highest signed score, the order in which a model's rationale is taken; null inside the mask.
 */
export interface Heat {
  score: number;
  strength: number;
  side: "for" | "against" | "none";
  rank: number | null;
}

/** Places signed scores on one scale around zero, so that the same shade on either side is the same size. */
export function heatOf(scores: readonly number[], mask: Span | null): Heat[] {
  const outside = scores
    .map((score, index) => ({ score, index }))
    .filter(({ index }) => !isInside(mask, index));
  const largest = Math.max(0, ...outside.map(({ score }) => Math.abs(score)));
  const order = [...outside].sort((a, b) => b.score - a.score || a.index - b.index);
  const rank = new Map(order.map(({ index }, place) => [index, place + 1]));
  return scores.map((score, index) => ({
    score,
    strength: largest === 0 || isInside(mask, index) ? 0 : Math.min(1, Math.abs(score) / largest),
    side: score > 0 ? "for" : score < 0 ? "against" : "none",
    rank: rank.get(index) ?? null,
  }));
}

/** Where a model's tokens and a person's tokens agree. */
export function agreement(extracted: readonly number[], rationale: readonly number[]) {
  const [model, person] = [new Set(extracted), new Set(rationale)];
  return {
    both: extracted.filter((index) => person.has(index)).length,
    model: extracted.filter((index) => !person.has(index)).length,
    person: rationale.filter((index) => !model.has(index)).length,
  };
}
