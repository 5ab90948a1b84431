import { Fragment, memo, useRef } from "react";
import { type Cell, cellsOf, type Span, type Token } from "@/shared/tokens/cells";
import type { Stroke } from "@/shared/tokens/marks";
import { isCovered } from "@/shared/tokens/marks";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "./MaskChip";
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
}

/**
 * A text whose tokens are picked by strokes: click or tap, drag, Space, or Shift with the arrows. One
 * focusable element for each token, one tab stop for the whole text. A stroke is shown before it counts;
 * Escape takes it back.
 */
export function TokenField(props: Props) {
  const { tokens, tail, language, mask, answer, label, isMarked, preview, onStroke, onlyMarked } = props;
  useTextFont(language);
  const field = useRef<HTMLDivElement>(null);
  const cells = cellsOf(tokens, mask);
  const order = cells.flatMap((cell) => (cell.kind === "token" ? [cell.index] : []));
  const direction = directionOf(language);
  const { stroke, home, handlers } = useStrokes({ field, order, direction, onStroke });
  const effect = stroke && preview(stroke);

  const lookOf = (index: number): Look | undefined => {
    if (stroke && effect && isCovered(stroke, index)) return effect;
    if (isMarked(index)) return "marked";
    return onlyMarked ? "blank" : undefined;
  };
  let previous: Look | undefined;
  const parts = cells.map((cell: Cell) => {
    const look = cell.kind === "token" ? lookOf(cell.index) : undefined;
    const joined = look !== undefined && look === previous ? look : undefined;
    previous = look;
    return (
      <Fragment key={cell.kind === "token" ? cell.index : "mask"}>
        {cell.before && (
          <span className={classes.gap} data-look={joined}>
            {cell.before}
          </span>
        )}
        {cell.kind === "mask" ? (
          <MaskChip answer={answer ?? null} />
        ) : (
          <Pick
            index={cell.index}
            text={cell.text}
            look={look}
            pressed={isMarked(cell.index)}
            tabbable={cell.index === home}
          />
        )}
      </Fragment>
    );
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and breaks inline text
    <div
      ref={field}
      role="group"
      aria-label={label}
      className={`${classes.text} ${classes.field}`}
      data-busy={stroke ? "" : undefined}
      lang={langAttribute(language)}
      dir={direction}
      {...handlers}
    >
      {parts}
      {tail}
    </div>
  );
}

interface PickProps {
  index: number;
  text: string;
  look: Look | undefined;
  pressed: boolean;
  tabbable: boolean;
}

/** Memoised: in a text of thousands of tokens a stroke redraws only those it touches. */
const Pick = memo(function Pick({ index, text, look, pressed, tabbable }: PickProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is a box, and would neither wrap nor join its neighbour
    <span
      role="button"
      className={`${classes.token} ${classes.pick}`}
      data-token={index}
      data-look={look}
      aria-pressed={pressed}
      tabIndex={tabbable ? 0 : -1}
    >
      {text}
    </span>
  );
});
