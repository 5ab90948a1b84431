import { useTranslation } from "react-i18next";
import type { Release } from "@/api/releases";
import { nameOf } from "@/shared/i18n/useWords";
import { moment, percent, whole } from "@/shared/numbers/format";
import { countsOf } from "./manifest";

/** What a release is in a few words: when, by whom, how much, and what goes along. */
export function useReleaseFacts(release: Release): string[] {
  const { t, i18n } = useTranslation("admin");
  const { created_at, published_at, options, person } = release;
  const { pairs, items } = countsOf(release.manifest);
  const share = (fraction: string) => {
    const [top = "0", bottom = "1"] = fraction.split("/");
    return percent(Number(top) / Number(bottom), i18n.language);
  };
  const split = options.split;
  const runs = options.runs?.length ?? 0;
  return [
    moment(published_at ?? created_at, i18n.language),
    t("releases.publishedBy", { name: nameOf(person) }),
    ...(pairs !== null
      ? [t("releases.counts.pairs", { count: pairs, number: whole(pairs, i18n.language) })]
      : []),
    ...(items !== null ? [t("releases.counts.items", { number: whole(items, i18n.language) })] : []),
    ...(split
      ? [t("releases.made.split", { seed: split.seed, dev: share(split.dev), test: share(split.test) })]
      : []),
    ...(options.held_back ? [t("releases.made.heldBack")] : []),
    ...(options.history ? [t("releases.made.history")] : []),
    ...(runs > 0 ? [t("releases.made.runs", { count: runs })] : []),
  ];
}
