import type { Place } from "./place";

const OPENING = /^(the|an?|he|she|it|they|we|this|that|these|those|his|her|its|their|my|our|your|there)\b/i;
const ENDS = /[.!?。！？]\s*$/;

interface Written {
  text: string;
  /** Where the caret goes: behind what was put in. */
  caret: number;
}

/**
 * A part of a wording with other words at a place, spaced as its language is; without words, those at the place
 * are left out. A function word that stood first in its sentence goes small behind an opening.
 */
export function putIn(text: string, { start, end }: Place, word: string, spaced: boolean): Written {
  let left = text.slice(0, start);
  let right = text.slice(end);
  if (word === "") {
    if (/\s$/.test(left) || left === "") right = right.replace(/^[,，]?\s+/, "");
    return { text: left + right, caret: left.length };
  }
  const inserted = start === end;
  const opens = inserted && (left.trim() === "" || ENDS.test(left));
  if (opens && OPENING.test(right.trimStart())) {
    const gap = right.length - right.trimStart().length;
    right = right.slice(0, gap) + right.charAt(gap).toLowerCase() + right.slice(gap + 1);
  }
  if (spaced && inserted) {
    if (left !== "" && !/\s$/.test(left)) left += " ";
    if (right !== "" && !/^[\s.,;:!?]/.test(right)) right = ` ${right}`;
  }
  return { text: left + word + right, caret: left.length + word.length };
}
