import { useTranslation } from "react-i18next";
import type { Report } from "@/api/runs";
import { percent, whole } from "@/shared/numbers/format";
import classes from "./RecipeLine.module.css";
import { settingsOf } from "./recipe";

/** What the numbers were made with: the essentials in a line, every setting on demand. */
export function RecipeLine({ report }: { report: Report }) {
  const { t, i18n } = useTranslation("admin");
  const language = i18n.language;
  const overall = report.rows.at(-1);
  const settings = settingsOf({ ...report.recipe, metrics: report.settings });
  const parts = [
    ...(overall
      ? [
          t("report.nCell", {
            originals: whole(overall.originals, language),
            perturbed: whole(overall.perturbed, language),
            pairs: whole(overall.pairs, language),
          }),
        ]
      : []),
    t("report.metricVersion", { version: report.metric_version }),
    ...(overall && overall.unknown_answers > 0
      ? [t("report.unknownAnswers", { count: overall.unknown_answers })]
      : []),
    ...(overall && overall.multi_piece_answers > 0
      ? [t("report.piecedAnswers", { count: overall.multi_piece_answers })]
      : []),
    ...(report.completeness
      ? [
          t("report.completeness", {
            median: percent(report.completeness.median, language),
            maximum: percent(report.completeness.maximum, language),
          }),
        ]
      : []),
  ];
  return (
    <div className={classes.recipe}>
      {parts.join(" · ")}
      <details>
        <summary>{t("report.recipeAll")}</summary>
        <dl className={classes.settings}>
          {settings.map(({ name, value }) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
