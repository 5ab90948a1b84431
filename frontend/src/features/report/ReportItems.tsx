import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RunItemRow } from "@/api/runs";
import { reportItemPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { hundredths } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";

interface Props {
  slug: string;
  run: string;
  rows: readonly RunItemRow[];
}

/** Every input behind a report, each leading to its heat map. */
export function ReportItems({ slug, run, rows }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const answer = (hit: boolean | null) => (hit === null ? "–" : t(hit ? "report.yes" : "report.no"));
  return (
    <PlainTable label={t("report.items")}>
      <thead>
        <tr>
          <th scope="col">{t("report.name")}</th>
          <th scope="col">{t("report.kind")}</th>
          <th scope="col">{t("report.dimension")}</th>
          <th scope="col">{t("report.language")}</th>
          <th scope="col">{t("report.column.top1")}</th>
          <th scope="col">{t("report.column.top3")}</th>
          <th scope="col" data-number>
            {t("report.column.token_f1")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, state, top1, top3, token_f1 }) => (
          <tr key={item.id}>
            <th scope="row">
              {state === "done" ? (
                <Anchor component={Link} to={reportItemPath(slug, run, item.id)} inherit>
                  {item.external_id}
                </Anchor>
              ) : (
                item.external_id
              )}
            </th>
            <td>{words.itemRole(item.role)}</td>
            <td>{words.dimension(item.dimension)}</td>
            <td>{words.language(item.language)}</td>
            <td>{answer(top1)}</td>
            <td>{answer(top3)}</td>
            <td data-number>
              {token_f1 !== null
                ? hundredths(token_f1, i18n.language)
                : t(state === "done" ? "report.undefined" : "report.notScored")}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
