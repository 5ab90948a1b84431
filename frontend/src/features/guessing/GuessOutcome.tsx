import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { duration } from "@/shared/numbers/format";
import { langAttribute } from "@/shared/tokens/script";
import classes from "./Guessing.module.css";
import { matchOf } from "./match";
import type { Guessing } from "./useGuessing";

interface Props {
  guessing: Guessing;
  answer: string;
  language: string;
}

/** What was guessed, beside the answer: the very same, the same but for its form, or another. */
export function GuessOutcome({ guessing, answer, language }: Props) {
  const { t, i18n } = useTranslation();
  const { given, seconds } = guessing;
  return (
    <div className={classes.outcome} role="status">
      {given.length === 0 ? (
        <Text size="sm">{t("guess.none")}</Text>
      ) : (
        <ol className={classes.given} aria-label={t("guess.given")}>
          {given.map((guess, position) => {
            const match = matchOf(guess, answer);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: guesses no longer change, and may be equal
              <li key={position} data-match={match}>
                <b lang={langAttribute(language)}>{guess}</b> {t(`guess.match.${match}`)}
              </li>
            );
          })}
        </ol>
      )}
      {seconds !== null && (
        <Text size="sm" c="dimmed">
          {t("guess.took", { time: duration(seconds, i18n.language) })}
        </Text>
      )}
    </div>
  );
}
