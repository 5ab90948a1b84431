import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PairRow } from "@/api/results";
import { reportItemPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, hundredths } from "@/shared/numbers/format";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { HITS, NUMBERS, nextOrder, type Order, type OrderKey, type PairMetric } from "./pairOrder";
import classes from "./ResultTable.module.css";
import { SortHead } from "./SortHead";
import { usePairMetric } from "./usePairMetric";

interface Props {
  slug: string;
  run: number;
  rows: readonly PairRow[];
  order: Order;
  onOrder: (order: Order) => void;
}

/** The pairs behind a number, each leading to both texts' heat maps. */
export function PairTable({ slug, run, rows, order, onOrder }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const named = usePairMetric();
  const directionOf = (key: OrderKey) =>
    order.key === key ? (order.descending ? "descending" : "ascending") : undefined;
  const head = (key: OrderKey, first = false, sticky = false) => (
    <SortHead
      key={key}
      column={named(key)}
      direction={directionOf(key)}
      onSort={() => onOrder(nextOrder(order, key))}
      first={first}
      words={sticky}
      sticky={sticky}
    >
      {key === "name" ? t("results.pairs.original") : named(key)}
    </SortHead>
  );
  const hit = (value: boolean | null) =>
    value === null ? t("results.none") : t(value ? "results.pairs.yes" : "results.pairs.no");
  const number = (metric: PairMetric, value: number | null) => {
    if (value === null) return t("results.none");
    return metric === "pcc" ? fixed(value, i18n.language, 2) : hundredths(value, i18n.language);
  };
  return (
    <ScrollFrame label={t("results.pairs.table")} className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head("name", false, true)}
            <th scope="col" data-words>
              {t("results.pairs.perturbed")}
            </th>
            <th scope="col" data-words>
              {t("results.dimension")}
            </th>
            <th scope="col" data-words>
              {t("results.type")}
            </th>
            {head("ratio", true)}
            {HITS.map((metric) => head(metric))}
            {NUMBERS.map((metric) => head(metric))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.original.id} ${row.perturbed.id}`}>
              <th scope="row" data-sticky>
                <Anchor
                  component={Link}
                  to={reportItemPath(slug, run, row.original.id, row.perturbed.id)}
                  inherit
                  lang=""
                >
                  {row.original.external_id}
                </Anchor>
              </th>
              <td data-words>
                <Anchor
                  component={Link}
                  to={reportItemPath(slug, run, row.perturbed.id, row.perturbed.id)}
                  inherit
                  lang=""
                >
                  {row.perturbed.external_id}
                </Anchor>
              </td>
              <td data-words>
                {words.dimension(row.dimension)}
                <span className={classes.small}>{words.language(row.language)}</span>
              </td>
              <td data-words>{words.perturbation(row.type)}</td>
              <td data-first>{number("ratio", row.ratio)}</td>
              {HITS.map((metric) => (
                <td key={metric} className={row[metric] === null ? classes.none : undefined}>
                  {hit(row[metric])}
                </td>
              ))}
              {NUMBERS.map((metric) => (
                <td key={metric} className={row[metric] === null ? classes.none : undefined}>
                  {number(metric, row[metric])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
