import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LanguageModel } from "@/api/models";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { bytes, fixed, moment, percent } from "@/shared/numbers/format";
import classes from "./ModelList.module.css";

/** What the latest check-up of a model found: what it took and answered, or why the model can't be used. */
export function CheckUp({ checkUp }: { checkUp: LanguageModel["check_up"] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const language = i18n.language;
  const { state, at, code, message, facts } = checkUp;
  if (state === "never") return <Text className={classes.soft}>{t("models.never")}</Text>;
  if (state === "waiting") return <Text className={classes.soft}>{t("models.checking")}</Text>;
  const checked = at ? t("models.checkedAt", { time: moment(at, language) }) : "";
  if (state === "failed" || !facts) {
    return (
      <div>
        <Text className={classes.refused}>
          <ServerSentence code={code} message={message} named={words.modelError} />
        </Text>
        <Text className={classes.soft}>{checked}</Text>
      </div>
    );
  }
  return (
    <div>
      <Text className={classes.soft}>
        {[
          checked,
          t("models.timing", {
            load: fixed(facts.load_seconds, language, 2),
            score: fixed(facts.score_seconds, language, 2),
            device: facts.device,
          }),
          t("models.memory", {
            weights: bytes(facts.weights_bytes, language),
            peak: bytes(facts.peak_bytes, language),
          }),
        ].join(" ")}
      </Text>
      <div className={classes.answers}>
        <span>{t("models.answered", { sentence: facts.sentence })}</span>
        <ol aria-label={t("models.answers")}>
          {facts.candidates.slice(0, 5).map(({ answer, pieces, probability }) => (
            <li key={pieces.join(" ")}>
              {answer}
              {probability !== null && (
                <span className={classes.number}>{percent(probability, language)}</span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
