import { type KeyboardEvent, useRef, useState } from "react";
import type { TaskItem } from "@/api/types";
import { cellsOf } from "@/shared/tokens/cells";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "@/shared/ui/MaskChip";
import { useTextFont } from "@/shared/ui/useTextFont";
import classes from "./HeatText.module.css";
import type { Heat } from "./heat";

interface Props {
  label: string;
  item: TaskItem;
  /** Without heat the text is the people's: their rationale is marked and nothing takes the focus. */
  heat: readonly Heat[] | null;
  marked: ReadonlySet<number>;
  active: number | null;
  facing: ReadonlySet<number>;
  describe: (index: number) => string;
  onActivate: (index: number | null) => void;
}

/** One text in which words can be pointed at; with heat, also walked through with the arrow keys. */
export function HeatText({ label, item, heat, marked, active, facing, describe, onActivate }: Props) {
  useTextFont(item.language);
  const text = useRef<HTMLParagraphElement>(null);
  const cells = cellsOf(item.tokens, item.mask);
  const words = cells.flatMap((cell) => (cell.kind === "token" ? [cell.index] : []));
  const [stop, setStop] = useState(words[0] ?? 0);
  const forward = directionOf(item.language) === "rtl" ? "ArrowLeft" : "ArrowRight";

  function walk(event: KeyboardEvent) {
    const place = words.indexOf(stop);
    const last = words.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: forward === "ArrowRight" ? place + 1 : place - 1,
      ArrowLeft: forward === "ArrowRight" ? place - 1 : place + 1,
      Home: 0,
      End: last,
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = words[Math.min(last, Math.max(0, wanted))];
    text.current?.querySelector<HTMLElement>(`[data-token="${next}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a paragraph of words is no fieldset
    <p
      ref={text}
      className={classes.text}
      role="group"
      aria-label={label}
      lang={langAttribute(item.language)}
      dir={directionOf(item.language)}
      onPointerLeave={() => onActivate(null)}
      onKeyDown={heat ? walk : undefined}
      onBlur={heat ? () => onActivate(null) : undefined}
    >
      {cells.map((cell) => {
        if (cell.kind === "mask") {
          return (
            <span key="mask">
              {cell.before}
              <MaskChip answer={item.golden_answer} />
            </span>
          );
        }
        const { index } = cell;
        const looks = {
          "data-token": index,
          "data-active": active === index || undefined,
          "data-facing": facing.has(index) || undefined,
          onPointerEnter: () => onActivate(index),
        };
        const warmth = heat?.[index];
        return (
          <span key={index}>
            {cell.before}
            {warmth ? (
              <button
                type="button"
                {...looks}
                className={`${classes.token} ${classes.heat}`}
                style={{ "--strength": warmth.strength } as Record<string, number>}
                data-side={warmth.side}
                data-extracted={marked.has(index) || undefined}
                tabIndex={index === stop ? 0 : -1}
                aria-label={describe(index)}
                onFocus={() => {
                  setStop(index);
                  onActivate(index);
                }}
                onClick={() => onActivate(index)}
              >
                {cell.text}
              </button>
            ) : marked.has(index) ? (
              <mark {...looks} className={classes.token} data-look="marked">
                {cell.text}
              </mark>
            ) : (
              <span {...looks} className={classes.token}>
                {cell.text}
              </span>
            )}
          </span>
        );
      })}
      {item.tail}
    </p>
  );
}
