import { useMemo, useRef } from "react";
import { type Cell, cellsOf, type Span, type Token } from "@/shared/tokens/cells";
import type { Stroke } from "@/shared/tokens/marks";
import { isCovered } from "@/shared/tokens/marks";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { TokenRun, writeLooks } from "./TokenRun";
import type { Look } from "./TokenText";
import classes from "./tokens.module.css";
import { useStrokes } from "./useStrokes";
import { useTextFont } from "./useTextFont";

interface Props {
  tokens: readonly Token[];
  tail: string;
  language: string;
  mask: Span | null;
  answer?: string | null;
  label: string;
  isMarked: (index: number) => boolean;
  /** How the tokens under an unfinished stroke are drawn. */
  preview: (stroke: Stroke) => "paint" | "erase";
  onStroke: (stroke: Stroke) => void;
  /** Blanks all that is not marked, to see whether what is marked is enough. */
  onlyMarked?: boolean;
  /** A marked token to hide as well, to see whether the others do without it. */
  withheld?: number | null;
}

/** A text is drawn in stretches of this many tokens. */
const RUN = 48;

function runsOf(cells: readonly Cell[]): { first: number; cells: readonly Cell[] }[] {
  const starts = Array.from({ length: Math.ceil(cells.length / RUN) }, (_, run) => run * RUN);
  return starts.map((first) => ({ first, cells: cells.slice(first, first + RUN) }));
}

/**
 * A text whose tokens are picked by strokes: click or tap, drag, Space, or Shift with the arrows. One
 * focusable element for each token, one tab stop for the whole text. A stroke is shown before it counts;
 * Escape takes it back.
 */
export function TokenField(props: Props) {
  const { tokens, tail, language, mask, answer, label, isMarked, preview, onStroke } = props;
  const { onlyMarked = false, withheld = null } = props;
  useTextFont(language);
  const field = useRef<HTMLDivElement>(null);
  const { runs, order } = useMemo(() => {
    const cells = cellsOf(tokens, mask);
    const picks = cells.flatMap((cell) => (cell.kind === "token" ? [cell.index] : []));
    return { runs: runsOf(cells), order: picks };
  }, [tokens, mask]);
  const direction = directionOf(language);
  const { stroke, home, handlers } = useStrokes({ field, order, direction, onStroke });
  const effect = stroke && preview(stroke);
  const alone = onlyMarked || withheld !== null;

  const lookOf = (cell: Cell): Look | undefined => {
    if (cell.kind === "mask") return undefined;
    if (stroke && effect && isCovered(stroke, cell.index)) return effect;
    if (cell.index === withheld) return "withheld";
    if (isMarked(cell.index)) return "marked";
    return alone ? "blank" : undefined;
  };
  let before: Look | undefined;
  const parts = runs.map(({ first, cells }) => {
    const looks = cells.map((cell) => ({
      look: lookOf(cell),
      pressed: cell.kind === "token" && isMarked(cell.index),
    }));
    const run = (
      <TokenRun
        key={first}
        cells={cells}
        looks={writeLooks(looks)}
        before={before}
        answer={answer ?? null}
        home={
          home !== null && cells.some((cell) => cell.kind === "token" && cell.index === home) ? home : null
        }
      />
    );
    before = looks.at(-1)?.look;
    return run;
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and breaks inline text
    <div
      ref={field}
      role="group"
      aria-label={label}
      className={`${classes.text} ${classes.field}`}
      lang={langAttribute(language)}
      dir={direction}
      {...handlers}
    >
      {parts}
      {tail}
    </div>
  );
}
