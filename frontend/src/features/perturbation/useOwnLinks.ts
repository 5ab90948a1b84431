import type { PerturbationPreview } from "@/api/types";
import { type Link, linksOf } from "@/shared/tokens/links";

/** Links somebody drew, with the text they belong to: token indices mean nothing in another wording. */
export interface OwnLinks {
  text: string;
  links: readonly Link[];
}

/** The links of a previewed wording: a person's own where they drew some, else the computed ones. */
export function useOwnLinks(
  shown: Pick<PerturbationPreview, "text" | "links"> | null,
  own: OwnLinks | null,
  keep: (own: OwnLinks | null) => void,
) {
  const mine = shown && own?.text === shown.text ? own.links : null;
  return {
    own: mine,
    links: mine ?? linksOf(shown?.links ?? []),
    change: (links: Link[]) => shown && keep({ text: shown.text, links }),
    reset: mine ? () => keep(null) : null,
  };
}
