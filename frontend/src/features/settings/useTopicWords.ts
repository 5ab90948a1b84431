import { useTranslation } from "react-i18next";
import type { Duty } from "@/api/types";
import { DUTIES } from "@/api/types";
import { useWords } from "@/shared/i18n/useWords";

const SCALE = /^scale\.(mask_confidence|sufficiency|compactness)\.(\d)$/;
const STAGE = /^(.+)\.(mask|rationale|perturbation)$/;

/** The name of a topic of the guidelines; one of an unknown form is shown as it is stored. */
export function useTopicWords(): (topic: string) => string {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation();
  const words = useWords();
  return (topic) => {
    if ((DUTIES as readonly string[]).includes(topic)) return common(`duty.${topic as Duty}.title`);
    const scale = SCALE.exec(topic);
    if (scale) {
      return t("settings.guideline.step", {
        scale: t(`settings.guideline.scale.${scale[1] as "sufficiency"}`),
        value: scale[2] ?? "",
      });
    }
    const stage = STAGE.exec(topic);
    if (stage) {
      return t("settings.guideline.dimensionStage", {
        dimension: words.dimension(stage[1] ?? ""),
        stage: t(`settings.guideline.stage.${stage[2] as "mask"}`),
      });
    }
    const perturbation = words.perturbation(topic);
    return perturbation === topic ? words.dimension(topic) : perturbation;
  };
}
