import { useLayoutEffect, useRef, useState } from "react";
import { isInside } from "@/shared/tokens/cells";
import { fatesOf, type Link } from "@/shared/tokens/links";
import type { Place } from "./Alignment";
import classes from "./Alignment.module.css";
import type { Side } from "./PairText";

interface Props {
  original: Side;
  perturbed: Side;
  links: readonly Link[];
  /** The word whose links stand out. */
  active: Place | null;
}

/** The middle of each word across the canvas, by place, and where the two rows face each other. */
interface Geometry {
  middles: Readonly<Record<string, number>>;
  above: number;
  below: number;
}

const UNMEASURED: Geometry = { middles: {}, above: 0, below: 0 };

function measure(canvas: HTMLElement): Geometry {
  const words = [...canvas.querySelectorAll<HTMLElement>("[data-place]")];
  const rows = [...canvas.querySelectorAll<HTMLElement>("[data-side]")];
  return {
    middles: Object.fromEntries(
      words.map((word) => [word.dataset.place ?? "", word.offsetLeft + word.offsetWidth / 2]),
    ),
    above: (rows[0]?.offsetTop ?? 0) + (rows[0]?.offsetHeight ?? 0),
    below: rows[1]?.offsetTop ?? 0,
  };
}

/** A line for each link, behind the words of the element around it; the words of the mask share theirs. */
export function AlignmentLines({ original, perturbed, links, active }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const [geometry, setGeometry] = useState<Geometry | null>(null);

  useLayoutEffect(() => {
    const element = svg.current?.parentElement;
    if (!element) return;
    const draw = () =>
      setGeometry((now) => {
        const next = measure(element);
        return JSON.stringify(now) === JSON.stringify(next) ? now : next;
      });
    draw();
    // Words grow when their font arrives.
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    return () => resized.disconnect();
  });

  const { middles, above, below } = geometry ?? UNMEASURED;
  const fates = fatesOf(original.tokens, perturbed.tokens, links).original;
  const end = (side: 0 | 1, { mask }: Side, index: number) =>
    middles[`${side}-${mask && isInside(mask, index) ? mask.start : index}`];
  return (
    <svg ref={svg} className={classes.lines} aria-hidden="true">
      {links.map(([left, right]) => {
        const from = end(0, original, left);
        const to = end(1, perturbed, right);
        if (from === undefined || to === undefined) return null;
        const middle = (above + below) / 2;
        const isActive = active !== null && (active.side === 0 ? left : right) === active.index;
        return (
          <path
            key={`${left}-${right}`}
            className={classes.line}
            data-fate={fates[left]}
            data-active={isActive || undefined}
            d={`M ${from} ${above} C ${from} ${middle}, ${to} ${middle}, ${to} ${below}`}
          />
        );
      })}
    </svg>
  );
}
