import { useTranslation } from "react-i18next";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";
import type { DataRow } from "./manifest";

const TYPES = ["dispensable", "important", "syntactic"] as const;

/** The paper's table 3: how much there is of each language and dimension, and how long texts and rationales are. */
export function DataTable({ label, rows }: { label: string; rows: readonly DataRow[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const mean = (value: number | null, digits: number) =>
    value === null ? "–" : fixed(value, i18n.language, digits);
  const heads = [
    t("releases.originals"),
    ...TYPES.map(words.perturbation),
    t("releases.tokens"),
    t("releases.rationaleTokens"),
    t("releases.ratio"),
  ];
  return (
    <PlainTable label={label}>
      <thead>
        <tr>
          <th scope="col">{t("releases.dimension")}</th>
          <th scope="col">{t("releases.language")}</th>
          {heads.map((head) => (
            <th key={head} scope="col" data-number>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.dimension} ${row.language}`}>
            <th scope="row">{words.dimension(row.dimension)}</th>
            <td>{words.language(row.language)}</td>
            <td data-number>{whole(row.originals, i18n.language)}</td>
            {TYPES.map((kind) => (
              <td key={kind} data-number>
                {whole(row.byType[kind] ?? 0, i18n.language)}
              </td>
            ))}
            <td data-number>{mean(row.tokens, 1)}</td>
            <td data-number>{mean(row.rationaleTokens, 1)}</td>
            <td data-number>{mean(row.ratio, 3)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
