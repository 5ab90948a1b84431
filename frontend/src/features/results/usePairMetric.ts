import { useTranslation } from "react-i18next";
import type { OrderKey } from "./pairOrder";

/** The name of what pairs can be put in order by. */
export function usePairMetric(): (key: OrderKey) => string {
  const { t } = useTranslation("admin");
  return (key) => {
    if (key === "name") return t("results.pairs.names");
    if (key === "ratio") return t("results.pairs.ratio");
    const found = /^(top1|top3|token_f1)_(original|perturbed)$/.exec(key);
    if (!found) return t(`results.metric.${key as "map"}`);
    const [, metric, part] = found;
    return t("results.partOfMetric", {
      metric: t(`results.metric.${metric as "top1"}`),
      part: t(`results.part.${part as "original"}`),
    });
  };
}
