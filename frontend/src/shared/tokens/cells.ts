/** A word as the server stores it; `before` is the text between the previous token and this one. */
export interface Token {
  index: number;
  text: string;
  before: string;
}

/** A half-open token range. */
export interface Span {
  start: number;
  end: number;
}

/** What one can point at in a text: a token, or the whole masked span. */
export type Cell =
  | { kind: "token"; index: number; before: string; text: string }
  | { kind: "mask"; span: Span; before: string; text: string };

export function isInside(span: Span | null, index: number): boolean {
  return span !== null && span.start <= index && index < span.end;
}

/** The surface of a stretch of tokens with its inner spacing, without what stands before it. */
export function surface(tokens: readonly Token[], { start, end }: Span): string {
  return tokens
    .slice(start, end)
    .map(({ text, before }, position) => (position === 0 ? text : before + text))
    .join("");
}

/** Splits a text into its tokens, the masked ones drawn together. Joined again they give the text. */
export function cellsOf(tokens: readonly Token[], mask: Span | null): Cell[] {
  const cells: Cell[] = [];
  for (const { index, before, text } of tokens) {
    if (mask && index === mask.start) {
      cells.push({ kind: "mask", span: mask, before, text: surface(tokens, mask) });
    } else if (!isInside(mask, index)) {
      cells.push({ kind: "token", index, before, text });
    }
  }
  return cells;
}
