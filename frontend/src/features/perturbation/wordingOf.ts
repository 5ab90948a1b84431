import type { Token } from "@/api/types";
import type { Wording } from "@/api/work";

interface Masked {
  tokens: readonly Token[];
  tail: string;
  mask: { start: number; end: number } | null;
}

/** The text before and after the masked words, spacing included: what a person may rewrite. */
export function wordingOf({ tokens, tail, mask }: Masked): Wording {
  if (!mask) throw new Error("a text without a mask can't be perturbed");
  const joined = (part: readonly Token[]) => part.map(({ before, text }) => before + text).join("");
  const gap = tokens[mask.start]?.before ?? "";
  return { before: joined(tokens.slice(0, mask.start)) + gap, after: joined(tokens.slice(mask.end)) + tail };
}
