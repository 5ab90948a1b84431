import type { ReactNode } from "react";
import classes from "./Figures.module.css";

interface Props {
  figures: readonly { name: string; value: ReactNode }[];
}

/** Named values side by side, as many in a row as fit. */
export function Figures({ figures }: Props) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
