import { Button, Kbd, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TaskItem } from "@/api/types";
import type { Marks } from "@/shared/tokens/marks";
import { TokenText } from "@/shared/ui/TokenText";
import { useKeys } from "@/shared/ui/useKeys";
import classes from "./DraftConflict.module.css";

interface Props {
  item: TaskItem;
  /** What was saved elsewhere, and what is marked in this window. */
  stored: Marks;
  here: Marks;
  onChoose: (marks: Marks) => void;
}

/** Two windows marked the same text: both versions, to choose from. Undo brings the other one back. */
export function DraftConflict({ item, stored, here, onChoose }: Props) {
  const { t } = useTranslation();
  useKeys({ "1": () => onChoose(stored), "2": () => onChoose(here) });
  const versions = [
    { key: "1", marks: stored, title: t("rationale.conflict.stored") },
    { key: "2", marks: here, title: t("rationale.conflict.here") },
  ];
  return (
    <section role="alertdialog" aria-labelledby="conflict" aria-describedby="conflict-detail">
      <Title order={2} id="conflict">
        {t("rationale.conflict.title")}
      </Title>
      <Text id="conflict-detail" mb="md">
        {t("rationale.conflict.detail")}
      </Text>
      <div className={classes.versions}>
        {versions.map(({ key, marks, title }) => (
          <section key={key} className={classes.version} aria-label={title}>
            <Title order={3}>{title}</Title>
            <Text size="sm" c="dimmed">
              {t("rationale.conflict.count", { count: marks.length })}
            </Text>
            <TokenText
              size="small"
              tokens={item.tokens}
              tail={item.tail}
              language={item.language}
              mask={item.mask}
              answer={item.golden_answer}
              lookOf={(index) => (marks.includes(index) ? "marked" : undefined)}
            />
            <Button variant="light" mt="sm" onClick={() => onChoose(marks)}>
              {t("rationale.conflict.keep")} <Kbd ms="0.5em">{key}</Kbd>
            </Button>
          </section>
        ))}
      </div>
    </section>
  );
}
