import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SampleItem } from "@/api/imports";
import { useWords } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { StateBadge } from "@/shared/ui/StateBadge";
import { TokenText } from "@/shared/ui/TokenText";
import classes from "./SampleItems.module.css";

/** The first items as annotators will see them, with the answer in the mask's place. */
export function SampleItems({ items }: { items: readonly SampleItem[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  return (
    <ol className={classes.list}>
      {items.map((item) => (
        <li key={item.external_id} className={classes.item}>
          <Group gap="sm" mb={4}>
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {item.external_id}
            </Text>
            <StateBadge tone="active">{words.state(item.state)}</StateBadge>
            <Text size="sm" c="dimmed">
              {[
                words.dimension(item.dimension),
                words.language(item.language),
                t("importing.tokens", {
                  count: item.tokens.length,
                  number: whole(item.tokens.length, i18n.language),
                }),
              ].join(" · ")}
            </Text>
          </Group>
          <TokenText
            size="small"
            tokens={item.tokens}
            tail={item.tail}
            language={item.language}
            mask={item.mask}
            answer={item.golden_answer}
          />
          {item.wording && (
            <Stack gap={2} mt={4}>
              <Text size="sm" c="dimmed">
                {item.wording.answer
                  ? t("importing.toWord", { answer: item.wording.answer, why: item.wording.why })
                  : item.wording.why}
              </Text>
            </Stack>
          )}
        </li>
      ))}
    </ol>
  );
}
