import type { ReactNode } from "react";
import classes from "./PlainTable.module.css";

interface Props {
  /** What the table holds, for those who can't see it. */
  label: string;
  children: ReactNode;
}

/** A plain table that scrolls sideways in its own frame, by mouse, touch and keyboard, where it is too wide. */
export function PlainTable({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>{children}</table>
    </section>
  );
}

/** A count in a cell: none is written as a quiet zero, so that the eye finds the others. */
export function Count({ value, shown }: { value: number; shown?: string }) {
  return (
    <td data-number className={value === 0 ? classes.zero : undefined}>
      {shown ?? value}
    </td>
  );
}
