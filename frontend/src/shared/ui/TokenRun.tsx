import { Fragment, memo } from "react";
import type { Cell } from "@/shared/tokens/cells";
import { MaskChip } from "./MaskChip";
import type { Look } from "./TokenText";
import classes from "./tokens.module.css";

/** How each cell of a run is drawn, as one text, so that a run can tell at a glance that nothing changed. */
export function writeLooks(looks: readonly { look: Look | undefined; pressed: boolean }[]): string {
  return looks.map(({ look, pressed }) => `${look ?? ""}${pressed ? "*" : ""}`).join(" ");
}

function readLook(word = ""): { look: Look | undefined; pressed: boolean } {
  const pressed = word.endsWith("*");
  const look = pressed ? word.slice(0, -1) : word;
  return { look: look === "" ? undefined : (look as Look), pressed };
}

interface Props {
  cells: readonly Cell[];
  looks: string;
  /** The look of the cell before the run, which the first gap may join. */
  before: Look | undefined;
  answer: string | null;
  /** The token that holds the tab stop, if it is in this run. */
  home: number | null;
}

/** A stretch of a text. Memoised: in a text of thousands of tokens a stroke draws anew only what it touches. */
export const TokenRun = memo(function TokenRun({ cells, looks, before, answer, home }: Props) {
  const words = looks.split(" ");
  let previous = before;
  return cells.map((cell, position) => {
    const { look, pressed } = readLook(words[position]);
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
          <MaskChip answer={answer} />
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a button is a box, and would neither wrap nor join its neighbour
          <span
            role="button"
            className={`${classes.token} ${classes.pick}`}
            data-token={cell.index}
            data-look={look}
            aria-pressed={pressed}
            tabIndex={cell.index === home ? 0 : -1}
          >
            {cell.text}
          </span>
        )}
      </Fragment>
    );
  });
});
