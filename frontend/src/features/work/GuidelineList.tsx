import { Accordion, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DUTIES, type Duty } from "@/api/types";
import { useWords } from "@/shared/i18n/useWords";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { Section } from "@/shared/ui/Section";
import classes from "./GuidelineList.module.css";
import { guidelinesOn } from "./guidelines";

interface Props {
  duties: readonly Duty[];
  dimensions: readonly string[];
  guidelines: unknown;
}

/** What to hold to, for each duty of mine and each dimension, to read at leisure. */
export function GuidelineList({ duties, dimensions, guidelines }: Props) {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const found = guidelinesOn(
    [...DUTIES.filter((duty) => duties.includes(duty)), ...dimensions],
    guidelines,
    i18n.language,
  );
  if (found.length === 0) return null;
  const named = (topic: string) =>
    DUTIES.some((duty) => duty === topic) ? t(`duty.${topic as Duty}.title`) : words.dimension(topic);
  return (
    <Section title={t("record.guidelines")} lead={t("record.guidelinesLead")}>
      <Accordion multiple chevronPosition="left" order={3}>
        {found.map(({ topic, text, language }) => (
          <Accordion.Item key={topic} value={topic}>
            <Accordion.Control className={classes.control ?? ""}>{named(topic)}</Accordion.Control>
            <Accordion.Panel>
              <Text
                lang={langAttribute(language)}
                dir={directionOf(language)}
                style={{ whiteSpace: "pre-line" }}
              >
                {text}
              </Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}
