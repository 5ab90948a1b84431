import type { Duty } from "@/api/types";

type Texts = Record<string, Record<string, string>>;

export interface Guideline {
  topic: string;
  text: string;
  /** The language the text is in, which may be another than the reader's. */
  language: string;
}

/** The text of a topic in the reader's language, else in English, else none: as the task pages have it. */
function guidelineOn(topic: string, guidelines: Texts, language: string): Guideline | null {
  for (const tag of [language, language.split("-")[0] ?? language, "en"]) {
    const text = guidelines[tag]?.[topic];
    if (text) return { topic, text, language: tag };
  }
  return null;
}

/** The texts on some topics, those without one left out. */
export const guidelinesOn = (
  topics: readonly (Duty | string)[],
  guidelines: unknown,
  language: string,
): Guideline[] => topics.flatMap((topic) => guidelineOn(topic, (guidelines ?? {}) as Texts, language) ?? []);
