import { Button, Group, Kbd, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Token } from "@/shared/tokens/cells";
import type { Marks } from "@/shared/tokens/marks";
import type { WordStepping } from "./useWordSteps";
import classes from "./WordSteps.module.css";

interface Props {
  tokens: readonly Token[];
  marks: Marks;
  stepping: WordStepping;
}

/** The walk over the marked words, one hidden at a time. */
export function WordSteps({ tokens, marks, stepping }: Props) {
  const { t } = useTranslation();
  const { hidden, go, end } = stepping;
  if (hidden === null) {
    return (
      <Button variant="default" size="compact-sm" disabled={marks.length === 0} onClick={() => go(1)}>
        {t("steps.begin")} <Kbd className={classes.key}>n</Kbd>
      </Button>
    );
  }
  return (
    <Group gap={6} role="group" aria-label={t("steps.begin")}>
      <Button variant="default" size="compact-sm" aria-label={t("steps.back")} onClick={() => go(-1)}>
        ← <Kbd className={classes.key}>p</Kbd>
      </Button>
      <Text size="sm" aria-live="polite">
        {t("steps.without", {
          word: tokens[hidden]?.text ?? "",
          at: marks.indexOf(hidden) + 1,
          count: marks.length,
        })}
      </Text>
      <Button variant="default" size="compact-sm" aria-label={t("steps.next")} onClick={() => go(1)}>
        → <Kbd className={classes.key}>n</Kbd>
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={end}>
        {t("steps.end")}
      </Button>
    </Group>
  );
}
