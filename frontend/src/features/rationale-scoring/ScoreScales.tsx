import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { Scale } from "@/shared/ui/Scale";

export interface Scores {
  sufficiency: number | null;
  compactness: number | null;
}

interface Props {
  scales: Pick<Task["scales"], "sufficiency" | "compactness">;
  scores: Scores;
  onChoose: (scale: keyof Scores, value: number) => void;
  /** The scale that number keys go to; null while nothing may be scored yet. */
  active: keyof Scores | null;
}

/** The two scales of a rationale. On both the highest step is the best. */
export function ScoreScales({ scales, scores, onChoose, active }: Props) {
  const { t } = useTranslation();
  return (["sufficiency", "compactness"] as const).map((scale) => (
    <Scale
      key={scale}
      label={t(`score.${scale}`)}
      steps={scales[scale]}
      best={Math.max(...scales[scale].map(({ value }) => value))}
      value={scores[scale]}
      onChange={(value) => onChoose(scale, value)}
      takesKeys={active === scale}
      disabled={active === null}
    />
  ));
}
