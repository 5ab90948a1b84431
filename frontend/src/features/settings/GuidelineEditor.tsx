import { Group, SegmentedControl, Select, SimpleGrid, Text, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Guidelines } from "@/api/settings";
import { useWords } from "@/shared/i18n/useWords";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import classes from "./GuidelineEditor.module.css";
import { kindOf, topicGroups } from "./topics";
import { useTopicWords } from "./useTopicWords";

interface Props {
  dimensions: readonly string[];
  guidelines: Guidelines;
  onChange: (guidelines: Guidelines) => void;
}

/** Readers have one of these; texts in further languages are kept and can be edited too. */
const READERS = ["en", "zh"];
/** The one that readers of other languages are given where theirs has no text. */
const FALLBACK = "en";

/** One text of the guidelines at a time, with how people will read it. */
export function GuidelineEditor({ dimensions, guidelines, onChange }: Props) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const topicWords = useTopicWords();
  const [language, setLanguage] = useState(i18n.language.split("-")[0] ?? FALLBACK);
  const [topic, setTopic] = useState("propose_mask");
  const preview = useId();
  const languages = [...new Set([...READERS, ...Object.keys(guidelines)])];
  const groups = topicGroups(dimensions, Object.values(guidelines).flatMap(Object.keys));
  const text = guidelines[language]?.[topic] ?? "";
  const fallback = text === "" && language !== FALLBACK ? (guidelines[FALLBACK]?.[topic] ?? "") : "";
  const readIn = fallback ? FALLBACK : language;

  function write(written: string) {
    const { [topic]: _, ...others } = guidelines[language] ?? {};
    onChange({ ...guidelines, [language]: written === "" ? others : { ...others, [topic]: written } });
  }

  return (
    <>
      <Group gap="md" align="flex-end" mb="md">
        <Select
          label={t("settings.guideline.topic")}
          data={groups.map(({ kind, topics }) => ({
            group: t(`settings.guideline.kind.${kind}`),
            items: topics.map((value) => ({
              value,
              label: guidelines[language]?.[value]
                ? topicWords(value)
                : t("settings.guideline.withoutText", { topic: topicWords(value) }),
            })),
          }))}
          value={topic}
          onChange={(value) => value && setTopic(value)}
          searchable
          allowDeselect={false}
          maxDropdownHeight={320}
          w={{ base: "100%", xs: "24rem" }}
        />
        <SegmentedControl
          aria-label={t("settings.guideline.language")}
          data={languages.map((value) => ({ value, label: words.language(value) }))}
          value={language}
          onChange={setLanguage}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Textarea
          label={t("settings.guideline.text")}
          description={t(`settings.guideline.shown.${kindOf(topic, groups)}`)}
          inputWrapperOrder={["label", "input", "description"]}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={20}
          lang={langAttribute(language)}
          dir={directionOf(language)}
        />
        <section aria-labelledby={preview}>
          <Text size="sm" fw={500} id={preview}>
            {t("settings.guideline.preview")}
          </Text>
          <div className={classes.preview} lang={langAttribute(readIn)} dir={directionOf(readIn)}>
            {text || fallback}
          </div>
          {text === "" && (
            <Text size="sm" c="dimmed" mt={4}>
              {fallback
                ? t("settings.guideline.fallsBack", { language: words.language(FALLBACK) })
                : t("settings.guideline.empty")}
            </Text>
          )}
        </section>
      </SimpleGrid>
    </>
  );
}
