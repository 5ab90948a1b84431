import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PaperCell } from "@/api/results";
import { resultPairsPath } from "@/shared/adminPaths";
import { pairsOfCell } from "./filters";
import classes from "./ResultTable.module.css";

/** A cell's text in two parts: the number, and the interval that the server wrote behind it. */
export function partsOf(text: string): [number: string, interval: string | null] {
  const found = /^(.*\S) \[(.+), (.+)\]$/.exec(text);
  return found ? [found[1] ?? text, `${found[2]}\u2009–\u2009${found[3]}`] : [text, null];
}

interface Props {
  slug: string;
  cell: PaperCell;
  release: string;
}

/** A number of a table with its interval below; one with pairs behind it leads there. */
export function ResultCell({ slug, cell, release }: Props) {
  const { t } = useTranslation("admin");
  const [number, interval] = cell.interval ? partsOf(cell.text) : [cell.text, null];
  return (
    <td className={cell.value === null ? classes.none : undefined}>
      {cell.behind && cell.value !== null ? (
        <Link
          to={resultPairsPath(slug, pairsOfCell(cell.behind, release))}
          className={classes.number ?? ""}
          aria-label={t("results.toCell", { number })}
        >
          {number}
        </Link>
      ) : (
        number
      )}
      {interval && <span className={classes.small}>{interval}</span>}
    </td>
  );
}
