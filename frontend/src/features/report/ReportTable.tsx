import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReportRow } from "@/api/runs";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, hundredths, whole } from "@/shared/numbers/format";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import classes from "./ReportTable.module.css";
import { type Column, cellOf, GROUPS, isPercent, isTotal, sortRows } from "./reportTable";

interface Props {
  rows: readonly ReportRow[];
  dimensions: readonly string[];
}

/** The metrics of each dimension and language, as the paper's tables show them, with their uncertainty. */
export function ReportTable({ rows, dimensions }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const language = i18n.language;
  const sorted = sortRows(rows, dimensions);

  const part = (column: Column) => {
    if (column.endsWith("_original")) return t("report.original");
    if (column.endsWith("_perturbed")) return t("report.perturbed");
    return column === "top3" || column === "token_f1" ? t("report.all") : "";
  };

  return (
    <>
      <ScrollFrame label={t("report.results")} className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <td className={classes.corner} />
              {GROUPS.map(({ group, columns }) => (
                <th
                  key={group}
                  scope="colgroup"
                  colSpan={columns.length}
                  className={classes.group}
                  data-first
                >
                  {t(`report.column.${group as "map"}`)}
                </th>
              ))}
              <th scope="col" className={classes.group} data-first>
                {t("report.n")}
              </th>
            </tr>
            <tr>
              <th scope="col" className={classes.corner}>
                {t("report.dimension")}
              </th>
              {GROUPS.flatMap(({ columns }) =>
                columns.map((column, index) => {
                  const Head = part(column) ? "th" : "td";
                  return (
                    <Head
                      key={column}
                      scope={part(column) ? "col" : undefined}
                      data-first={index === 0 || undefined}
                    >
                      {part(column)}
                    </Head>
                  );
                }),
              )}
              <td />
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr
                key={`${row.language} ${row.dimension}`}
                className={isTotal(row) ? classes.total : undefined}
              >
                <th scope="row">
                  {words.dimension(row.dimension)}
                  <span className={classes.small}>{words.language(row.language)}</span>
                </th>
                {GROUPS.flatMap(({ columns }) =>
                  columns.map((column, index) => (
                    <ReportCell key={column} row={row} column={column} first={index === 0} />
                  )),
                )}
                <td data-first>
                  {whole(row.originals, language)} + {whole(row.perturbed, language)}
                  <span className={classes.small}>
                    {t("runs.pairs", { count: row.pairs, number: whole(row.pairs, language) })}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <Text size="sm" c="dimmed" mt="xs" maw="46rem">
        {t("report.note")}
      </Text>
      <details className={classes.help}>
        <summary>{t("report.columnsMean")}</summary>
        <dl>
          {GROUPS.map(({ group }) => (
            <div key={group}>
              <dt>{t(`report.column.${group as "map"}`)}</dt>
              <dd>{t(`report.columnHelp.${group as "map"}`)}</dd>
            </div>
          ))}
          <div>
            <dt>{t("report.n")}</dt>
            <dd>{t("report.nHelp")}</dd>
          </div>
        </dl>
      </details>
    </>
  );
}

function ReportCell({ row, column, first }: { row: ReportRow; column: Column; first: boolean }) {
  const { t, i18n } = useTranslation("admin");
  const { value, interval, undefined: missing } = cellOf(row, column);
  const shown = (number: number) =>
    isPercent(column) ? hundredths(number, i18n.language) : fixed(number, i18n.language, 2);
  return (
    <td data-first={first || undefined} className={value === null ? classes.none : undefined}>
      {value === null ? t("report.undefined") : shown(value)}
      {interval && (
        <span className={classes.small}>
          {shown(interval[0])}&#8201;–&#8201;{shown(interval[1])}
        </span>
      )}
      {missing > 0 && (
        <span className={classes.small}>
          {value === null ? `(${missing})` : t("report.undefinedCount", { count: missing })}
        </span>
      )}
    </td>
  );
}
