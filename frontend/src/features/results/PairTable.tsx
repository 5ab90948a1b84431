import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PairRow } from "@/api/results";
import { reportItemPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, hundredths } from "@/shared/numbers/format";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { nextOrder, type Order, type OrderKey, PAIR_GROUPS, type PairMetric } from "./pairOrder";
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
  const shown = (metric: PairMetric | "ratio", value: number | boolean | null) => {
    if (value === null) return t("results.none");
    if (typeof value === "boolean") return t(value ? "results.pairs.yes" : "results.pairs.no");
    return metric === "pcc" ? fixed(value, i18n.language, 2) : hundredths(value, i18n.language);
  };
  const head = (key: OrderKey, words: string, place: { first?: boolean; sticky?: boolean } = {}) => (
    <SortHead
      key={key}
      column={key === "name" ? t("results.pairs.pair") : named(key)}
      direction={directionOf(key)}
      onSort={() => onOrder(nextOrder(order, key))}
      first={place.first}
      words={place.sticky}
      sticky={place.sticky}
    >
      {words}
    </SortHead>
  );
  const partOf = (metric: PairMetric) => {
    const part = /_(original|perturbed)$/.exec(metric)?.[1] as "original" | "perturbed" | undefined;
    return part ? t(`results.part.${part}`) : named(metric);
  };
  return (
    <ScrollFrame label={t("results.pairs.table")} className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td data-sticky />
            <td colSpan={3} />
            {PAIR_GROUPS.map(({ metric, columns }) =>
              columns.length > 1 ? (
                <th
                  key={metric}
                  scope="colgroup"
                  colSpan={columns.length}
                  className={classes.group}
                  data-first
                >
                  {t(`results.metric.${metric as "map"}`)}
                </th>
              ) : (
                <td key={metric} data-first />
              ),
            )}
          </tr>
          <tr>
            {head("name", t("results.pairs.pair"), { sticky: true })}
            <th scope="col" data-words>
              {t("results.dimension")}
            </th>
            <th scope="col" data-words>
              {t("results.type")}
            </th>
            {head("ratio", t("results.pairs.ratio"))}
            {PAIR_GROUPS.flatMap(({ columns }) =>
              columns.map((metric, index) => head(metric, partOf(metric), { first: index === 0 })),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.original.id} ${row.perturbed.id}`}>
              <th scope="row" data-sticky>
                <ItemLink slug={slug} run={run} row={row} of="original" />
                <span className={classes.small}>
                  <ItemLink slug={slug} run={run} row={row} of="perturbed" />
                </span>
              </th>
              <td data-words>
                {words.dimension(row.dimension)}
                <span className={classes.small}>{words.language(row.language)}</span>
              </td>
              <td data-words>{words.perturbation(row.type)}</td>
              <td>{shown("ratio", row.ratio)}</td>
              {PAIR_GROUPS.flatMap(({ columns }) =>
                columns.map((metric, index) => (
                  <td
                    key={metric}
                    data-first={index === 0 || undefined}
                    className={row[metric] === null ? classes.none : undefined}
                  >
                    {shown(metric, row[metric])}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** A text of a pair, by name: to its heat map, with the other text beside it. */
function ItemLink({
  slug,
  run,
  row,
  of,
}: Pick<Props, "slug" | "run"> & { row: PairRow; of: "original" | "perturbed" }) {
  const item = row[of];
  return (
    <Anchor component={Link} to={reportItemPath(slug, run, item.id, row.perturbed.id)} inherit lang="">
      {item.external_id}
    </Anchor>
  );
}
