import { useTranslation } from "react-i18next";
import { whole } from "@/shared/numbers/format";
import { Bar } from "@/shared/ui/Bar";
import classes from "./ShareRow.module.css";

interface Props {
  name: string;
  part: number;
  all: number;
  /** What the whole width stands for, where rows are to be compared. */
  scale?: number;
}

/** One of several small bars under each other: how many of how many. */
export function ShareRow({ name, part, all, scale = all }: Props) {
  const { t, i18n } = useTranslation();
  const said = t("record.ofAll", { part: whole(part, i18n.language), all: whole(all, i18n.language) });
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <Bar
        label={`${name}: ${said}`}
        total={scale}
        segments={[
          { key: "part", value: part, fill: "full" },
          { key: "rest", value: all - part, fill: "light" },
        ]}
      />
      <span className={classes.count} aria-hidden="true">
        {said}
      </span>
    </li>
  );
}
