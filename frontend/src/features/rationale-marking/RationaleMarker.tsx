import { useTranslation } from "react-i18next";
import type { Span, Token } from "@/shared/tokens/cells";
import { effectOf, type Marks, type Stroke } from "@/shared/tokens/marks";
import { TokenField } from "@/shared/ui/TokenField";

interface Props {
  tokens: readonly Token[];
  tail: string;
  language: string;
  mask: Span | null;
  answer: string | null;
  marks: Marks;
  onStroke: (stroke: Stroke) => void;
  onlyMarked?: boolean;
  withheld?: number | null;
}

/** The text of an item, one toggle per token. The masked span can't be marked. */
export function RationaleMarker({ marks, mask, onStroke, ...text }: Props) {
  const { t } = useTranslation();
  const marked = new Set(marks);
  return (
    <TokenField
      {...text}
      mask={mask}
      label={t("rationale.label")}
      isMarked={(index) => marked.has(index)}
      preview={(stroke) => effectOf(marks, stroke, mask)}
      onStroke={onStroke}
    />
  );
}
