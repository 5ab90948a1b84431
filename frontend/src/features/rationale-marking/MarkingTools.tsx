import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  marked: number;
  markable: number;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onlyMarked: boolean;
  onOnlyMarked: () => void;
  /** Takes over the rationale projected from the original; null where there is none. */
  onSuggestion: (() => void) | null;
}

export function MarkingTools(props: Props) {
  const { marked, markable, onUndo, onRedo, onlyMarked, onOnlyMarked, onSuggestion } = props;
  const { t } = useTranslation();
  return (
    <Group gap="xs" mt="sm" mih={34}>
      <Button variant="default" size="compact-sm" disabled={!onUndo} onClick={() => onUndo?.()}>
        {t("rationale.undo")}
      </Button>
      <Button variant="default" size="compact-sm" disabled={!onRedo} onClick={() => onRedo?.()}>
        {t("rationale.redo")}
      </Button>
      <Button
        variant={onlyMarked ? "light" : "default"}
        size="compact-sm"
        aria-pressed={onlyMarked}
        onClick={onOnlyMarked}
      >
        {t("rationale.onlyMarked")}
      </Button>
      {onSuggestion && (
        <Button variant="light" size="compact-sm" onClick={onSuggestion}>
          {t("rationale.useSuggestion")}
        </Button>
      )}
      <Text size="sm" c="dimmed" ms="auto" aria-live="polite">
        {t("rationale.counted", { count: marked, total: markable })}
      </Text>
    </Group>
  );
}
