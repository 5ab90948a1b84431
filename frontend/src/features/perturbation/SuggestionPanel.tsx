import { Button, Group, Text } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Suggestion, SuggestionKind } from "@/api/suggestions";
import type { Wording } from "@/api/work";
import { langAttribute } from "@/shared/tokens/script";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { wordBefore } from "./place";
import classes from "./SuggestionPanel.module.css";
import { type Suggestions, useSuggested } from "./useSuggestions";

interface Props {
  slug: string;
  language: string;
  wording: Wording;
  suggestions: Suggestions;
  /** The first button, so that a key can bring the focus here. */
  first: Ref<HTMLButtonElement>;
}

/** Words on demand for the place of the caret. It says that a machine made them, and which. */
export function SuggestionPanel({ slug, language, wording, suggestions, first }: Props) {
  const { t } = useTranslation();
  const { place, asked, last } = suggestions;
  const text = place ? wording[place.part] : "";
  const chosen = place ? text.slice(place.start, place.end) : "";
  const before = place ? wordBefore(text, place, language) : "";
  const kinds: SuggestionKind[] = /^en\b/i.test(language)
    ? ["dispensable", "related", "model"]
    : ["dispensable", "model"];
  const where = !place
    ? t("perturb.suggest.noPlace")
    : chosen
      ? t("perturb.suggest.forWord", { word: chosen })
      : before
        ? t("perturb.suggest.behind", { word: before })
        : t("perturb.suggest.atStart");
  return (
    <section className={classes.panel} aria-label={t("perturb.suggest.title")}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" role="status">
          <span className={classes.title}>{t("perturb.suggest.title")}</span> {where}
        </Text>
        <Group gap="xs">
          {kinds.map((kind, position) => (
            <Button
              key={kind}
              ref={position === 0 ? first : undefined}
              size="compact-sm"
              variant="default"
              loading={suggestions.busy && asked?.kind === kind}
              disabled={suggestions.busy || (kind === "related" && !chosen)}
              // The editor keeps its selection: a press on a button would take it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => suggestions.ask(kind)}
            >
              {t(`perturb.suggest.kinds.${kind}`)}
            </Button>
          ))}
        </Group>
      </Group>
      {asked && (
        <Found key={asked.id} slug={slug} language={language} asked={asked} onChoose={suggestions.choose} />
      )}
      {suggestions.error && <ErrorNotice error={suggestions.error} />}
      {last && (
        <Group gap="xs" mt="xs">
          <Text size="sm" role="status">
            {last.word ? t("perturb.suggest.used", { word: last.word }) : t("perturb.suggest.leftOut")}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={suggestions.takeBack}>
            {t("perturb.suggest.takeBack")}
          </Button>
        </Group>
      )}
    </section>
  );
}

interface FoundProps {
  slug: string;
  language: string;
  asked: Suggestion;
  onChoose: (suggestion: Suggestion, word: string) => void;
}

function Found({ slug, language, asked, onChoose }: FoundProps) {
  const { t, i18n } = useTranslation();
  const found = useSuggested(slug, asked);
  if (found.state === "waiting") {
    return (
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {t("perturb.suggest.waiting")}
      </Text>
    );
  }
  if (found.state === "failed") {
    const key = `perturb.suggest.failed.${found.error?.code}`;
    return (
      <Text size="sm" mt="xs" role="status">
        {i18n.exists(key) ? t(key as never) : found.error?.message}
      </Text>
    );
  }
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className={classes.found}>
      <Text size="sm" c="dimmed" role="status">
        {found.words.length === 0
          ? t("perturb.suggest.none", { source: found.source })
          : t("perturb.suggest.machineMade", { source: found.source })}
      </Text>
      <ul className={classes.words}>
        {found.words.map(({ word, note, probability }) => (
          <li key={`${note} ${word}`}>
            <Button
              size="compact-md"
              variant="light"
              className={classes.word ?? ""}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(found, word)}
            >
              <span lang={langAttribute(language)}>{word || t("perturb.suggest.leaveOut")}</span>
              {note && <span className={classes.note}>{t(`perturb.suggest.relation.${note}` as never)}</span>}
              {probability !== null && <span className={classes.note}>{percent.format(probability)}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
