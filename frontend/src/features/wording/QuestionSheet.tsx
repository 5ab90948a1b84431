import { Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { directionOf, langAttribute } from "@/shared/tokens/script";

interface Props {
  wording: NonNullable<Task["wording"]>;
  language: string;
}

/** What the corpus gives, beside the editor: the question, its answer, and why no rule would word it. */
export function QuestionSheet({ wording, language }: Props) {
  const { t } = useTranslation();
  const tongue = { lang: langAttribute(language), dir: directionOf(language) };
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            {t("wording.question")}
          </Text>
          <Text {...tongue} fz="lg" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
            {wording.question}
          </Text>
        </div>
        {wording.answer && (
          <div>
            <Text size="sm" c="dimmed">
              {t("wording.answer")}
            </Text>
            <Text {...tongue} fw={600}>
              {wording.answer}
            </Text>
          </div>
        )}
        <Text size="sm" c="dimmed">
          {t("wording.why")}: <span lang="en">{wording.why}</span>
        </Text>
      </Stack>
    </Paper>
  );
}
