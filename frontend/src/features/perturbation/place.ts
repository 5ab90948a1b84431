/** The two parts of a wording, around its mask. */
export type Part = "before" | "after";

/** Where words are wanted: a stretch of one part in UTF-16 units, or a place between words if it is empty. */
export interface Place {
  part: Part;
  start: number;
  end: number;
}

interface WordSegment {
  segment: string;
  index: number;
  isWordLike?: boolean;
}

/** What a caret or a selection stands for: the selected words, the word around the caret, or the gap there. */
export function placeAt(part: Part, text: string, from: number, to: number, language: string): Place {
  const [start, end] = from <= to ? [from, to] : [to, from];
  if (start < end) return trimmed(part, text, start, end);
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  for (const { segment, index, isWordLike } of segmenter.segment(text) as Iterable<WordSegment>) {
    if (isWordLike && index < start && start < index + segment.length) {
      return { part, start: index, end: index + segment.length };
    }
  }
  return { part, start, end: start };
}

function trimmed(part: Part, text: string, start: number, end: number): Place {
  const chosen = text.slice(start, end);
  if (chosen.trim() === "") return { part, start, end: start };
  return {
    part,
    start: start + chosen.length - chosen.trimStart().length,
    end: start + chosen.trimEnd().length,
  };
}

/** The same place in code points, as the server counts. */
export function inCodePoints(text: string, { start, end }: Place): { start: number; end: number } {
  const first = [...text.slice(0, start)].length;
  return { start: first, end: first + [...text.slice(start, end)].length };
}

/** What stands right before a place, to name it by: the last word or mark. */
export function wordBefore(text: string, { start }: Place, language: string): string {
  const segments = [...new Intl.Segmenter(language, { granularity: "word" }).segment(text.slice(0, start))];
  return segments.map(({ segment }) => segment.trim()).findLast((word) => word !== "") ?? "";
}
