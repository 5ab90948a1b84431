import { useTranslation } from "react-i18next";
import type { RunItemRow } from "@/api/runs";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { PlainTable } from "@/shared/ui/PlainTable";

/** The inputs that could not be scored, each with its reason in words. */
export function RunFailures({ rows }: { rows: readonly RunItemRow[] }) {
  const { t } = useTranslation("admin");
  const words = useWords();
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
            <td data-prose>
              <ServerSentence
                code={row.error?.code ?? "unknown"}
                message={row.error?.message ?? ""}
                named={words.runError}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
