import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/overview";
import { useWords } from "@/shared/i18n/useWords";
import { Count, PlainTable } from "@/shared/ui/PlainTable";
import { STATES, totalOf } from "./progress";

/** How many items of each dimension and language are in each state that any of them is in. */
export function DimensionTable({ rows }: { rows: Overview["by_dimension"] }) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const columns = STATES.filter(({ state }) => rows.some(({ states }) => (states[state] ?? 0) > 0));
  return (
    <PlainTable label={t("overview.byDimension")}>
      <thead>
        <tr>
          <th scope="col">{t("overview.dimension")}</th>
          <th scope="col">{t("overview.language")}</th>
          {columns.map(({ state }) => (
            <th scope="col" key={state} data-number>
              {words.state(state)}
            </th>
          ))}
          <th scope="col" data-number>
            {t("overview.total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dimension, language, states }) => (
          <tr key={`${dimension} ${language}`}>
            <th scope="row">{words.dimension(dimension)}</th>
            <td>{words.language(language)}</td>
            {columns.map(({ state }) => (
              <Count key={state} value={states[state] ?? 0} />
            ))}
            <Count value={totalOf(states)} />
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
