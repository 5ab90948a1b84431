import { useTranslation } from "react-i18next";
import type { ResultsFilter } from "@/api/results";
import { useWords } from "@/shared/i18n/useWords";
import { percentOf } from "./filters";

/** The filters that are set, each in words. */
export function useFilterWords(filter: ResultsFilter): string[] {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [low, high] = [filter.ratio_from, filter.ratio_to].map((bound) => bound && `${percentOf(bound)}%`);
  const ratio = () => {
    if (low && high) return [t("results.said.ratioBetween", { low, high })];
    if (low) return [t("results.said.ratioUpTo", { low })];
    return high ? [t("results.said.ratioBelow", { high })] : [];
  };
  return [
    ...(filter.release ? [t("results.said.release", { version: filter.release })] : []),
    ...(filter.language ? [words.language(filter.language)] : []),
    ...(filter.dimension ? [words.dimension(filter.dimension)] : []),
    ...(filter.type ? [words.perturbation(filter.type)] : []),
    ...ratio(),
  ];
}
