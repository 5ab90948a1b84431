import { Button, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LanguageModel } from "@/api/models";
import { useWords } from "@/shared/i18n/useWords";
import { StateBadge } from "@/shared/ui/StateBadge";
import { CheckUp } from "./CheckUp";
import classes from "./ModelList.module.css";

interface Props {
  models: readonly LanguageModel[];
  /** Only people who run the server change the registry. */
  mayChange: boolean;
  /** The model that a request is under way for. */
  busy: string | null;
  onCheck: (name: string, anew: boolean) => void;
  onSwitch: (name: string, enabled: boolean) => void;
}

/** The registry: what each model is, which weights exactly, and whether the latest check-up let it pass. */
export function ModelList({ models, mayChange, busy, onCheck, onSwitch }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const compact = new Intl.NumberFormat(i18n.language, { notation: "compact", maximumSignificantDigits: 3 });
  return (
    <ul className={classes.list}>
      {models.map((model) => {
        const { name, source, revision, languages, licence, parameters, kind, enabled } = model;
        const state = model.check_up.state;
        return (
          <li key={name} className={classes.model}>
            <div className={classes.facts}>
              <Group gap="sm">
                <Title order={2} size="h4">
                  {name}
                </Title>
                <StateBadge tone={enabled ? "good" : "neutral"}>
                  {t(enabled ? "models.enabled" : "models.disabled")}
                </StateBadge>
                {state === "failed" && <StateBadge tone="bad">{t("models.refused")}</StateBadge>}
                {state === "ok" && !enabled && <StateBadge tone="neutral">{t("models.passed")}</StateBadge>}
              </Group>
              <Text size="sm">
                {[
                  // Which kind it is, a check-up finds out.
                  ...(revision ? [t(`models.kind.${kind}`)] : []),
                  words.list(languages.map(words.language)),
                  ...(parameters === null ? [] : [t("models.size", { number: compact.format(parameters) })]),
                  ...(licence ? [licence] : []),
                ].join(" · ")}
              </Text>
              <span className={classes.source}>
                {source} @ {revision || t("models.unpinned")}
              </span>
              <CheckUp checkUp={model.check_up} />
            </div>
            {mayChange && (
              <div className={classes.actions}>
                {model.check_up.code === "model_changed" && (
                  <Button variant="default" disabled={busy !== null} onClick={() => onCheck(name, true)}>
                    {t("models.takeAnew")}
                  </Button>
                )}
                <Button
                  variant="default"
                  aria-label={t("models.checkNamed", { name })}
                  loading={state === "waiting" || busy === name}
                  onClick={() => onCheck(name, false)}
                >
                  {t("models.check")}
                </Button>
                <Button
                  variant={enabled ? "default" : "filled"}
                  disabled={busy !== null || (!enabled && revision === "")}
                  onClick={() => onSwitch(name, !enabled)}
                >
                  {t(enabled ? "models.disable" : "models.enable")}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
