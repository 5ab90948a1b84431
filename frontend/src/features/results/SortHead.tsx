import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ResultTable.module.css";

interface ButtonProps {
  /** The column in full, for those who can't see the head above it. */
  column: string;
  direction: "ascending" | "descending" | undefined;
  onSort: () => void;
  children: ReactNode;
}

/** Sorts by a column; the arrow says that it is, and which way. */
export function SortButton({ column, direction, onSort, children }: ButtonProps) {
  const { t } = useTranslation("admin");
  const arrow = direction && (direction === "ascending" ? "↑" : "↓");
  return (
    <button
      type="button"
      className={classes.sort}
      aria-label={column}
      title={t("results.sort", { column })}
      onClick={onSort}
    >
      {children}
      <span className={classes.arrow} aria-hidden="true">
        {arrow}
      </span>
    </button>
  );
}

interface Props extends ButtonProps {
  first?: boolean | undefined;
  words?: boolean | undefined;
  sticky?: boolean | undefined;
}

export function SortHead({ first, words, sticky, direction, ...button }: Props) {
  return (
    <th
      scope="col"
      aria-sort={direction}
      data-first={first || undefined}
      data-words={words || undefined}
      data-sticky={sticky || undefined}
    >
      <SortButton direction={direction} {...button} />
    </th>
  );
}
