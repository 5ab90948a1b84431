import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Token } from "@/shared/tokens/cells";
import type { Marks } from "@/shared/tokens/marks";
import type { WordStepping } from "@/shared/ui/useWordSteps";
import { WordSteps } from "@/shared/ui/WordSteps";

interface Props {
  tokens: readonly Token[];
  marks: Marks;
  markable: number;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  onlyMarked: boolean;
  onOnlyMarked: () => void;
  stepping: WordStepping;
  /** Takes over the rationale projected from the original; null where there is none. */
  onSuggestion: (() => void) | null;
}

export function MarkingTools(props: Props) {
  const { tokens, marks, markable, onUndo, onRedo, onlyMarked, onOnlyMarked, stepping, onSuggestion } = props;
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
      <WordSteps tokens={tokens} marks={marks} stepping={stepping} />
      {onSuggestion && (
        <Button variant="light" size="compact-sm" onClick={onSuggestion}>
          {t("rationale.useSuggestion")}
        </Button>
      )}
      <Text size="sm" c="dimmed" ms="auto" aria-live="polite">
        {t("rationale.counted", { count: marks.length, total: markable })}
      </Text>
    </Group>
  );
}
