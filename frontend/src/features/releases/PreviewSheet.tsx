import { List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleasePreview } from "@/api/releases";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";
import { DataTable } from "./DataTable";

/** What a release of this moment would hold, and what its readers should be told. */
export function PreviewSheet({ preview }: { preview: ReleasePreview }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const { pairs, items, by_dimension, left_out, warnings, blocked } = preview;
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
        <>
          <DataTable
            label={t("releases.preview")}
            rows={by_dimension.map(({ by_type, rationale_tokens, rationale_length_ratio, ...row }) => ({
              ...row,
              byType: by_type,
              rationaleTokens: rationale_tokens,
              ratio: rationale_length_ratio,
            }))}
          />
          <Text size="sm" c="dimmed">
            {t("releases.meansHelp")}
          </Text>
        </>
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
        <Notice
          tone={blocked ? "failure" : "warning"}
          title={t(blocked ? "releases.blockedTitle" : "releases.warnings")}
        >
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
