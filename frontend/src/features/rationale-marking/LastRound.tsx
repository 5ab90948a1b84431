import { Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import type { Marks } from "@/shared/tokens/marks";
import { TokenText } from "@/shared/ui/TokenText";
import classes from "./LastRound.module.css";

interface Props {
  item: Task["item"];
  previous: NonNullable<Task["previous"]>;
  marks: Marks;
}

/** Why a rationale came back: what was marked, what each senior said, and what has changed since. */
export function LastRound({ item, previous, marks }: Props) {
  const { t } = useTranslation();
  const words = (indices: readonly number[]) =>
    indices.map((index) => item.tokens[index]?.text ?? "").join(" · ");
  const added = marks.filter((index) => !previous.tokens.includes(index));
  const removed = previous.tokens.filter((index) => !marks.includes(index));
  return (
    <section className={classes.panel} aria-labelledby="last-round">
      <Title order={2} size="h3" id="last-round">
        {t("rationale.lastRound", { round: previous.round })}
      </Title>
      <TokenText
        size="small"
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        mask={item.mask}
        answer={item.golden_answer}
        lookOf={(index) => (previous.tokens.includes(index) ? "marked" : undefined)}
      />
      <Stack gap="xs" mt="sm">
        {previous.scores.map(({ scorer, sufficiency, compactness, comment, token_comments }, position) => (
          <div key={scorer}>
            <Group gap="0 var(--mantine-spacing-md)">
              <Text size="sm" fw={600}>
                {t("rationale.senior", { number: position + 1 })}
              </Text>
              <Text size="sm">{t("rationale.gaveSufficiency", { value: sufficiency })}</Text>
              <Text size="sm">{t("rationale.gaveCompactness", { value: compactness })}</Text>
            </Group>
            {comment && <Text className={classes.comment}>{comment}</Text>}
            {token_comments.map((remark) => (
              <Text key={remark.index} className={classes.comment}>
                {t("rationale.onToken", { word: words([remark.index]), comment: remark.comment })}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="sm" aria-live="polite">
        {added.length + removed.length === 0
          ? t("rationale.unchanged")
          : [
              added.length > 0 && t("rationale.added", { words: words(added) }),
              removed.length > 0 && t("rationale.removed", { words: words(removed) }),
            ]
              .filter(Boolean)
              .join(" ")}
      </Text>
    </section>
  );
}
