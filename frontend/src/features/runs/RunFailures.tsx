import { useTranslation } from "react-i18next";
import type { RunItemRow } from "@/api/runs";
import { useWords } from "@/shared/i18n/useWords";
import { PlainTable } from "@/shared/ui/PlainTable";

/** The inputs that could not be scored, each with its reason in words. */
export function RunFailures({ rows }: { rows: readonly RunItemRow[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const reason = ({ error }: RunItemRow) => {
    if (!error) return words.runError("unknown");
    const known = i18n.exists(`runs.error.${error.code}`, { ns: "admin" });
    return i18n.language === "en" || !known
      ? error.message || words.runError(error.code)
      : words.runError(error.code);
  };
  return (
    <PlainTable label={t("runs.failures")}>
      <thead>
        <tr>
          <th scope="col">{t("runs.input")}</th>
          <th scope="col">{t("report.kind")}</th>
          <th scope="col">{t("runs.reason")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.item.id}>
            <th scope="row">{row.item.external_id}</th>
            <td>{words.itemRole(row.item.role)}</td>
            <td data-prose>{reason(row)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
