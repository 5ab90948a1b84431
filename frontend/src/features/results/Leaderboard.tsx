import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Results, ResultsFilter, System } from "@/api/results";
import { resultPairsPath, runPath } from "@/shared/adminPaths";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, hundredths, signed, whole } from "@/shared/numbers/format";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { pairsOf } from "./filters";
import {
  type Column,
  figureOf,
  GROUPS,
  metricOf,
  nextSorting,
  partOf,
  type Sorting,
  type SortKey,
  sortSystems,
} from "./leaderboard";
import classes from "./ResultTable.module.css";
import { SortButton, SortHead } from "./SortHead";
import { useRunNames } from "./useSystemName";

interface Props {
  slug: string;
  results: Results;
  filter: ResultsFilter;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Models with their methods, a row each, by any number one likes. */
export function Leaderboard({ slug, results, filter, sorting, onSort }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const names = useRunNames(results.systems);
  const language = i18n.language;
  const columns = GROUPS.flatMap((group) => group.columns);

  const directionOf = (key: SortKey) =>
    sorting.key === key ? (sorting.descending ? "descending" : "ascending") : undefined;
  const sortBy = (key: SortKey) => () => onSort(nextSorting(sorting, key));
  const columnName = (column: Column) => {
    const { metric, part } = partOf(column);
    const name = t(`results.metric.${metric as "map"}`);
    return part === "" ? name : t("results.partOfMetric", { metric: name, part: t(`results.part.${part}`) });
  };

  return (
    <>
      <ScrollFrame label={t("results.tab.leaderboard")} className={classes.scroll}>
        <table className={`${classes.table} ${classes.dense}`}>
          <thead>
            <tr>
              <td data-sticky />
              {GROUPS.map(({ metric, columns: parts }) =>
                parts.length > 1 ? (
                  <th
                    key={metric}
                    scope="colgroup"
                    colSpan={parts.length}
                    className={classes.group}
                    data-first
                  >
                    {t(`results.metric.${metric as "map"}`)}
                  </th>
                ) : (
                  <td key={metric} data-first />
                ),
              )}
              <td data-first />
            </tr>
            <tr>
              <th
                scope="col"
                data-words
                data-sticky
                aria-sort={directionOf("model") ?? directionOf("method")}
              >
                <SortButton
                  column={t("results.model")}
                  direction={directionOf("model")}
                  onSort={sortBy("model")}
                >
                  {t("results.model")}
                </SortButton>
                <SortButton
                  column={t("results.method")}
                  direction={directionOf("method")}
                  onSort={sortBy("method")}
                >
                  {t("results.method")}
                </SortButton>
              </th>
              {columns.map((column) => {
                const { metric, part } = partOf(column);
                return (
                  <SortHead
                    key={column}
                    column={columnName(column)}
                    direction={directionOf(column)}
                    onSort={sortBy(column)}
                    first={part === "all" || part === ""}
                  >
                    {part === "" ? (
                      <b>{t(`results.metric.${metric as "map"}`)}</b>
                    ) : (
                      t(`results.part.${part}`)
                    )}
                  </SortHead>
                );
              })}
              <SortHead column={t("results.n")} direction={directionOf("n")} onSort={sortBy("n")} first>
                {t("results.n")}
              </SortHead>
            </tr>
          </thead>
          <tbody>
            {sortSystems(results.systems, sorting).map((system) => (
              <tr key={system.run.id}>
                <th scope="row" data-sticky>
                  <Link to={runPath(slug, system.run.id)} className={classes.number ?? ""}>
                    {system.run.model}
                  </Link>
                  <span className={classes.small}>
                    {words.method(system.run.method)}
                    {system.run.dtype && system.run.dtype !== "float32" && ` · ${system.run.dtype}`}
                    {names.get(system.run.id)?.endsWith(`#${system.run.id}`) && ` · #${system.run.id}`}
                  </span>
                  <Standing system={system} />
                </th>
                {columns.map((column) => (
                  <NumberCell
                    key={column}
                    slug={slug}
                    system={system}
                    column={column}
                    filter={filter}
                    name={columnName(column)}
                    systemName={names.get(system.run.id) ?? ""}
                  />
                ))}
                <td data-first className={system.row ? undefined : classes.none}>
                  {system.row ? whole(system.row.pairs, language) : "–"}
                  {system.row && (
                    <span className={classes.small}>
                      {t("results.inputs", {
                        originals: whole(system.row.originals, language),
                        perturbed: whole(system.row.perturbed, language),
                      })}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <Text size="sm" c="dimmed" mt="xs" maw="46rem">
        {t("results.note")}
      </Text>
      <details className={classes.help}>
        <summary>{t("results.columnsMean")}</summary>
        <dl>
          {GROUPS.map(({ metric }) => (
            <div key={metric}>
              <dt>{t(`results.metric.${metric as "map"}`)}</dt>
              <dd>{t(`results.metricHelp.${metric as "map"}`)}</dd>
            </div>
          ))}
          <div>
            <dt>{t("results.change")}</dt>
            <dd>{t("results.changeHelp")}</dd>
          </div>
          <div>
            <dt>{t("results.n")}</dt>
            <dd>{t("results.nHelp")}</dd>
          </div>
        </dl>
      </details>
    </>
  );
}

/** What a row has instead of numbers, or beside older ones; nothing where all is well. */
function Standing({ system }: { system: System }) {
  const { t } = useTranslation("admin");
  const words = useWords();
  if (system.state === "waiting") return <span className={classes.small}>{t("results.state.waiting")}</span>;
  if (system.state === "failed")
    return (
      <span className={classes.small}>
        {t("results.state.failed")}
        {system.error && (
          <>
            {": "}
            <ServerSentence {...system.error} named={words.runError} />
          </>
        )}
      </span>
    );
  if (!system.current)
    return (
      <span className={classes.small}>
        {t(system.error ? "results.state.outdated" : "results.state.stale")}
        {system.error && <ServerSentence {...system.error} named={words.runError} />}
      </span>
    );
  return system.row ? null : <span className={classes.small}>{t("results.state.nothing")}</span>;
}

interface CellProps {
  slug: string;
  system: System;
  column: Column;
  filter: ResultsFilter;
  name: string;
  systemName: string;
}

function NumberCell({ slug, system, column, filter, name, systemName }: CellProps) {
  const { t, i18n } = useTranslation("admin");
  const figure = figureOf(system, column);
  const { part } = partOf(column);
  const first = part === "all" || part === "" || undefined;
  if (!figure)
    return (
      <td data-first={first} className={classes.none}>
        –
      </td>
    );
  const { value, interval, undefined: missing } = figure;
  const shown = (number: number) => {
    if (column === "pcc") return fixed(number, i18n.language, 2);
    return part === "change" ? signed(number * 100, i18n.language, 1) : hundredths(number, i18n.language);
  };
  const behind = { run: system.run.id, language: "", dimension: "", type: "", metric: metricOf(column) };
  return (
    <td data-first={first} className={value === null ? classes.none : undefined}>
      {value === null ? (
        t("results.none")
      ) : (
        <Link
          to={resultPairsPath(slug, pairsOf(behind, filter))}
          className={classes.number ?? ""}
          aria-label={t("results.toPairs", { number: shown(value), metric: name, system: systemName })}
        >
          {shown(value)}
        </Link>
      )}
      {interval && (
        <span className={classes.small}>
          {part === "change"
            ? t("report.interval", { low: shown(interval[0]), high: shown(interval[1]) })
            : interval.map(shown).join("\u2009–\u2009")}
        </span>
      )}
      {missing > 0 && (
        <span className={`${classes.small} ${classes.wraps}`}>
          {t("results.undefinedCount", { number: whole(missing, i18n.language) })}
        </span>
      )}
    </td>
  );
}
