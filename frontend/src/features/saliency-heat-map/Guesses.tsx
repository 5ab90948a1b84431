import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Prediction } from "@/api/runs";
import { percent, whole } from "@/shared/numbers/format";
import { langAttribute } from "@/shared/tokens/script";
import classes from "./Guesses.module.css";

interface Props {
  prediction: Prediction | null;
  goldenAnswer: string | null;
  language: string;
  /** The probability at which a bar is full; one for both texts of a pair, so that they compare. */
  full: number;
}

/** The model's best guesses for the mask, the golden answer flagged or, if it is not there, said below. */
export function Guesses({ prediction, goldenAnswer, language, full }: Props) {
  const { t, i18n } = useTranslation("admin");
  if (!prediction) return <Text c="dimmed">{t("saliency.noPrediction")}</Text>;
  const golden = prediction.answer_pieces.join(" ");
  // What was scored elsewhere has words instead of pieces; then the golden answer's rank tells.
  const marks = (pieces: readonly number[], index: number) =>
    golden === "" ? prediction.answer_rank === index + 1 : pieces.join(" ") === golden;
  const candidates = prediction.candidates
    .slice(0, 5)
    .map((candidate, index) => ({ ...candidate, isGolden: marks(candidate.pieces, index) }));
  const answer = goldenAnswer ?? "";
  const shown = (chance: number | null) => (chance === null ? "–" : percent(chance, i18n.language));
  const probability = shown(prediction.answer_probability);
  return (
    <>
      <ol className={classes.list}>
        {candidates.map(({ answer: guess, pieces, probability: chance, isGolden }) => (
          <li key={`${pieces.join(" ")} ${guess}`} className={classes.guess}>
            <span className={classes.answer} data-golden={isGolden || undefined}>
              <span lang={langAttribute(language)}>{guess}</span>
              {isGolden && <span className={classes.flag}>{t("saliency.golden")}</span>}
            </span>
            <span className={classes.number}>{shown(chance)}</span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                data-golden={isGolden || undefined}
                style={{ width: `${full > 0 ? (100 * (chance ?? 0)) / full : 0}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      {!candidates.some(({ isGolden }) => isGolden) && (
        <Text size="sm" c="dimmed" mt={4}>
          {prediction.unknown_answer
            ? t("saliency.unknownAnswer", { answer })
            : prediction.answer_rank === null
              ? t(
                  prediction.answer_probability === null
                    ? "saliency.goldenUntold"
                    : "saliency.goldenElsewhere",
                  { answer, probability },
                )
              : t("saliency.goldenRank", {
                  answer,
                  probability,
                  rank: whole(prediction.answer_rank, i18n.language),
                })}
        </Text>
      )}
    </>
  );
}
