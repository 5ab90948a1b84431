import { type Link, partnersOf } from "@/shared/tokens/links";

export type Side = 0 | 1;

/** A word that is pointed at: which text of the pair, and which token. */
export interface Pointed {
  side: Side;
  index: number;
}

const NOTHING: ReadonlySet<number> = new Set();

/** Where a text shows the word pointed at: itself, or the words that face it in the other text. */
export function seenFrom(side: Side, pointed: Pointed | null, links: readonly Link[]) {
  const active = pointed?.side === side ? pointed.index : null;
  const facing =
    pointed && pointed.side !== side ? new Set(partnersOf(links, pointed.side, pointed.index)) : NOTHING;
  return { active, facing, words: active !== null ? [active] : [...facing] };
}
