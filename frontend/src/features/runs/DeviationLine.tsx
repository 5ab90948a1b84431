import { useTranslation } from "react-i18next";
import type { EstimatePart } from "@/api/estimates";
import { fixed, percent, whole } from "@/shared/numbers/format";

/** How far half precision moved predictions and scores, in a sentence. */
export function DeviationLine({ deviation }: { deviation: NonNullable<EstimatePart["deviation"]> }) {
  const { t, i18n } = useTranslation("admin");
  const language = i18n.language;
  const { items, same_top1, probability, top_tokens, correlation } = deviation;
  if (same_top1 === null || probability === null || top_tokens === null) return t("runs.deviationNone");
  return t("runs.deviationLine", {
    items: whole(items, language),
    top1: percent(same_top1, language),
    probability: fixed(probability, language, 4),
    tokens: percent(top_tokens, language),
    correlation: correlation === null ? "–" : fixed(correlation, language, 4),
  });
}
