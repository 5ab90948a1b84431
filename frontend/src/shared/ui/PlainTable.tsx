import type { ReactNode } from "react";
import classes from "./PlainTable.module.css";
import { ScrollFrame } from "./ScrollFrame";

interface Props {
  /** What the table holds, for those who can't see it. */
  label: string;
  children: ReactNode;
}

/** A plain table that scrolls sideways in its own frame, by mouse, touch and keyboard, where it is too wide. */
export function PlainTable({ label, children }: Props) {
  return (
    <ScrollFrame label={label} className={classes.scroll}>
      <table className={classes.table}>{children}</table>
    </ScrollFrame>
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
