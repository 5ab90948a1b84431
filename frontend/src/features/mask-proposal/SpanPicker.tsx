import { useTranslation } from "react-i18next";
import { isInside, type Span, type Token } from "@/shared/tokens/cells";
import type { Stroke } from "@/shared/tokens/marks";
import { TokenField } from "@/shared/ui/TokenField";

interface Props {
  tokens: readonly Token[];
  tail: string;
  language: string;
  span: Span | null;
  onPick: (span: Span) => void;
}

export function spanOf({ from, to }: Stroke): Span {
  return { start: Math.min(from, to), end: Math.max(from, to) + 1 };
}

/** A text in which one stretch of tokens is chosen; a new stroke replaces the last. */
export function SpanPicker({ span, onPick, ...text }: Props) {
  const { t } = useTranslation();
  return (
    <TokenField
      {...text}
      mask={null}
      label={t("mask.pickLabel")}
      isMarked={(index) => isInside(span, index)}
      preview={() => "paint"}
      onStroke={(stroke) => onPick(spanOf(stroke))}
    />
  );
}
