import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ImportRow, ImportState } from "@/api/imports";
import { importPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { moment, whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";
import { StateBadge, type Tone } from "@/shared/ui/StateBadge";

const TONES: Partial<Record<ImportState, Tone>> = { done: "good", failed: "bad", cancelled: "bad" };

/** The uploads so far, each leading to what became of it. */
export function EarlierImports({ slug, imports }: { slug: string; imports: readonly ImportRow[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  if (imports.length === 0) return <Text c="dimmed">{t("importing.none")}</Text>;
  return (
    <PlainTable label={t("importing.earlier")}>
      <thead>
        <tr>
          <th scope="col">{t("importing.file")}</th>
          <th scope="col">{t("importing.state")}</th>
          <th scope="col">{t("importing.corpus")}</th>
          <th scope="col" data-number>
            {t("importing.storedColumn")}
          </th>
          <th scope="col">{t("importing.when")}</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Anchor
                component={Link}
                to={importPath(slug, row.id)}
                inherit
                style={{ overflowWrap: "anywhere" }}
              >
                {row.file}
              </Anchor>
            </th>
            <td>
              <StateBadge tone={TONES[row.state] ?? "active"}>{words.importState(row.state)}</StateBadge>
            </td>
            <td>{row.corpus || "–"}</td>
            <td data-number>
              {t("importing.earlierLine", {
                stored: whole(row.stored, i18n.language),
                read: whole(row.read, i18n.language),
              })}
            </td>
            <td style={{ whiteSpace: "nowrap" }}>{moment(row.created_at, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
