import { Button, Group, Kbd, Text, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Token } from "@/shared/tokens/cells";
import type { Marks } from "@/shared/tokens/marks";
import { langAttribute } from "@/shared/tokens/script";
import type { WordStepping } from "@/shared/ui/useWordSteps";
import classes from "./TokenTrials.module.css";

/** Remarks on single marked tokens, by token index. */
export type TokenComments = Readonly<Record<number, string>>;

interface Props {
  tokens: readonly Token[];
  marks: Marks;
  stepping: WordStepping;
  comments: TokenComments;
  onComment: (index: number, comment: string) => void;
  language: string;
}

/** Hides one marked word after the other, to see which the rationale does without; each may get a remark. */
export function TokenTrials({ tokens, marks, stepping, comments, onComment, language }: Props) {
  const { t } = useTranslation();
  const { hidden } = stepping;
  const word = (index: number) => tokens[index]?.text ?? "";
  const remarked = marks.filter((index) => index !== hidden && comments[index]?.trim());
  return (
    <section className={classes.trials} aria-label={t("score.trials")}>
      <Text size="sm" c="dimmed" mb={6}>
        {t("score.trials")} <Kbd className={classes.key}>p</Kbd> <Kbd className={classes.key}>n</Kbd>
      </Text>
      <Group gap={6}>
        {marks.map((index) => (
          <Button
            key={index}
            variant={index === hidden ? "filled" : "default"}
            size="compact-sm"
            aria-pressed={index === hidden}
            aria-label={t("score.trial", { word: word(index) })}
            lang={langAttribute(language)}
            onClick={() => (index === hidden ? stepping.end() : stepping.show(index))}
          >
            {word(index)}
            {comments[index]?.trim() && <span aria-hidden="true">&nbsp;✎</span>}
          </Button>
        ))}
      </Group>
      {hidden !== null && (
        <Textarea
          key={hidden}
          mt="sm"
          label={t("score.tokenComment", { word: word(hidden) })}
          autosize
          minRows={1}
          maxLength={1000}
          value={comments[hidden] ?? ""}
          onChange={(event) => onComment(hidden, event.currentTarget.value)}
        />
      )}
      {remarked.length > 0 && (
        <ul className={classes.remarks}>
          {remarked.map((index) => (
            <li key={index}>
              {t("score.tokenRemark", { word: word(index), comment: comments[index] ?? "" })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
