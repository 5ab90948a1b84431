import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RunComparison, System } from "@/api/results";
import { fixed, hundredths, signed, whole } from "@/shared/numbers/format";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { readAs } from "./comparison";
import classes from "./ResultTable.module.css";
import { RunPicker } from "./RunPicker";
import { useRunNames } from "./useSystemName";

interface ChoiceProps {
  systems: readonly System[];
  a: number;
  b: number;
  onChoose: (side: "a" | "b", run: number) => void;
}

/** Which two runs are held against each other. */
export function RunChoice({ systems, a, b, onChoose }: ChoiceProps) {
  const { t } = useTranslation("admin");
  const names = useRunNames(systems);
  const choice = (side: "a" | "b", run: number) => (
    <RunPicker
      label={t(`results.comparison.${side}`)}
      names={names}
      run={run}
      onPick={(picked) => onChoose(side, picked)}
    />
  );
  return (
    <Group gap="md">
      {choice("a", a)}
      {choice("b", b)}
    </Group>
  );
}

/** Two runs, metric by metric, with what a paired test says of their difference. */
export function ComparisonTable({ comparison }: { comparison: RunComparison }) {
  const { t, i18n } = useTranslation("admin");
  const language = i18n.language;
  const reason = (code: string) =>
    i18n.exists(`results.comparison.reason.${code}`, { ns: "admin" })
      ? t(`results.comparison.reason.${code as "no_difference"}`)
      : code;
  const p = (value: number) =>
    value < 0.001
      ? t("results.comparison.pBelow", { p: fixed(0.001, language) })
      : t("results.comparison.p", { p: fixed(value, language) });
  return (
    <>
      <ScrollFrame label={t("results.comparison.label")} className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-words data-sticky>
                {t("results.comparison.metric")}
              </th>
              <th scope="col">{t("results.comparison.a")}</th>
              <th scope="col">{t("results.comparison.b")}</th>
              <th scope="col">{t("results.comparison.difference")}</th>
              <th scope="col" data-words data-first>
                {t("results.comparison.verdict")}
              </th>
              <th scope="col" data-words>
                {t("results.comparison.test")}
              </th>
              <th scope="col">{t("results.comparison.counts")}</th>
            </tr>
          </thead>
          <tbody>
            {comparison.metrics.map((row) => {
              const shown = (value: number | null) => {
                if (value === null) return t("results.none");
                return row.metric === "pcc" ? fixed(value, language, 2) : hundredths(value, language);
              };
              const change = (value: number) =>
                row.metric === "pcc" ? signed(value, language, 2) : signed(value * 100, language, 1);
              return (
                <tr key={row.metric}>
                  <th scope="row" data-sticky>
                    {t(`results.metric.${row.metric}`)}
                  </th>
                  <td>{shown(row.a)}</td>
                  <td>{shown(row.b)}</td>
                  <td>
                    {row.difference === null ? t("results.none") : change(row.difference)}
                    {row.interval && (
                      <span className={classes.small}>
                        {t("report.interval", {
                          low: change(row.interval[0] ?? 0),
                          high: change(row.interval[1] ?? 0),
                        })}
                      </span>
                    )}
                  </td>
                  <td data-words data-first>
                    {t(`results.comparison.${readAs(row)}`)}
                  </td>
                  <td data-words>
                    {t("results.comparison.wilcoxon")}
                    <span className={classes.small}>
                      {row.p === null
                        ? t("results.comparison.noP", { reason: reason(row.reason) })
                        : p(row.p)}
                    </span>
                  </td>
                  <td>
                    {t("results.comparison.values", {
                      count: row.values,
                      number: whole(row.values, language),
                    })}
                    <span className={classes.small}>
                      {t("results.comparison.ofOriginals", {
                        count: row.originals,
                        number: whole(row.originals, language),
                      })}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollFrame>
      <Text size="sm" c="dimmed" mt="xs" maw="46rem">
        {t("results.comparison.note")}
      </Text>
    </>
  );
}
