import { Fragment, type ReactNode } from "react";
import { cellsOf, type Span, type Token } from "@/shared/tokens/cells";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "./MaskChip";
import classes from "./tokens.module.css";
import { useTextFont } from "./useTextFont";

/** How a token is drawn; the style sheet gives each look a form beside its colour. */
export type Look =
  | "marked"
  | "paint"
  | "erase"
  | "blank"
  | "withheld"
  | "removed"
  | "added"
  | "changed"
  | "moved";

interface Props {
  tokens: readonly Token[];
  tail: string;
  language: string;
  mask: Span | null;
  /** Shown in the mask's chip; leave it out while the answer is hidden. */
  answer?: string | null;
  lookOf?: (index: number) => Look | undefined;
  size?: "reading" | "small";
}

/** A text to read, with its original spacing, its mask as a chip and some of its tokens drawn apart. */
export function TokenText({ tokens, tail, language, mask, answer, lookOf, size = "reading" }: Props) {
  useTextFont(language);
  let previous: Look | undefined;
  const parts = cellsOf(tokens, mask).map((cell) => {
    const look = cell.kind === "token" ? lookOf?.(cell.index) : undefined;
    const joined = look !== undefined && look === previous ? look : undefined;
    previous = look;
    return (
      <Fragment key={cell.kind === "token" ? cell.index : "mask"}>
        {cell.before && <Gap look={joined}>{cell.before}</Gap>}
        {cell.kind === "mask" ? <MaskChip answer={answer ?? null} /> : <Word look={look}>{cell.text}</Word>}
      </Fragment>
    );
  });
  return (
    <p className={classes.text} data-size={size} lang={langAttribute(language)} dir={directionOf(language)}>
      {parts}
      {tail}
    </p>
  );
}

function Gap({ look, children }: { look: Look | undefined; children: ReactNode }) {
  return (
    <span className={classes.gap} data-look={look} aria-hidden={look === "blank" || undefined}>
      {children}
    </span>
  );
}

const isHidden = (look: Look) => look === "blank" || look === "withheld";

function Word({ look, children }: { look: Look | undefined; children: ReactNode }) {
  if (look === undefined) return <span className={classes.token}>{children}</span>;
  if (look === "marked") {
    return (
      <mark className={classes.token} data-look={look}>
        {children}
      </mark>
    );
  }
  return (
    <span className={classes.token} data-look={look} aria-hidden={isHidden(look) || undefined}>
      {children}
    </span>
  );
}
