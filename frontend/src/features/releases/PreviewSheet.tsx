import { List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleasePreview } from "@/api/releases";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";
import { Count, PlainTable } from "@/shared/ui/PlainTable";

/** What a release of this moment would hold, and what its readers should be told. */
export function PreviewSheet({ preview }: { preview: ReleasePreview }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const { pairs, items, by_dimension, left_out, warnings } = preview;
  return (
    <Stack gap="md">
      <Text fw={600}>
        {t("releases.previewCounts", {
          count: pairs,
          pairs: whole(pairs, i18n.language),
          items: whole(items, i18n.language),
        })}
      </Text>
      {by_dimension.length > 0 && (
        <PlainTable label={t("releases.preview")}>
          <thead>
            <tr>
              <th scope="col">{t("releases.dimension")}</th>
              <th scope="col">{t("releases.language")}</th>
              <th scope="col" data-number>
                {t("releases.pairs")}
              </th>
            </tr>
          </thead>
          <tbody>
            {by_dimension.map((row) => (
              <tr key={`${row.dimension} ${row.language}`}>
                <th scope="row">{words.dimension(row.dimension)}</th>
                <td>{words.language(row.language)}</td>
                <Count value={row.pairs} />
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {Object.keys(left_out).length > 0 && (
        <Text size="sm" c="dimmed">
          {t("releases.leftOutTitle", {
            list: Object.entries(left_out)
              .map(([reason, count]) => `${whole(count, i18n.language)} ${words.leftOut(reason)}`)
              .join(" · "),
          })}
        </Text>
      )}
      {warnings.length > 0 && (
        <Notice tone="warning" title={t("releases.warnings")}>
          <List size="sm">
            {warnings.map(({ code, message }) => (
              <List.Item key={`${code} ${message}`}>
                <ServerSentence code={code} message={message} named={words.releaseWarning} />
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
    </Stack>
  );
}
