import { List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Scoring } from "@/api/releases";
import { whole } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";

/** How much of a file of predictions could be scored, and what is wrong with its lines. */
export function ScoringOutcome({ scoring }: { scoring: Scoring }) {
  const { t, i18n } = useTranslation("admin");
  const { scored, missing, problems, report } = scoring;
  return (
    <Stack gap="sm">
      <Text>
        {t("releases.testPart.scored", {
          scored: whole(scored, i18n.language),
          items: whole(scored + missing, i18n.language),
        })}
      </Text>
      {report === null && <Text>{t("releases.testPart.noReport")}</Text>}
      {problems.length > 0 && (
        <Notice tone="warning" title={t("releases.testPart.problems", { count: problems.length })}>
          <List size="sm">
            {problems.map(({ line, code, message }) => (
              <List.Item key={`${line} ${code} ${message}`}>
                {line === null ? message : `${t("releases.testPart.line", { line })}: ${message}`}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
    </Stack>
  );
}
