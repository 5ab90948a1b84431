import type { ReactNode } from "react";
import classes from "./Notice.module.css";

interface Props {
  tone: "warning" | "failure";
  title: string;
  children?: ReactNode;
}

/** Something the reader should know before going on. What failed on their own doing is an ErrorNotice. */
export function Notice({ tone, title, children }: Props) {
  return (
    <div className={classes.notice} data-tone={tone}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
