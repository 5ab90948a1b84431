import { DUTIES } from "@/api/types";

export type TopicKind = "duty" | "dimension" | "stage" | "perturbation" | "scale" | "other";

export interface TopicGroup {
  kind: TopicKind;
  topics: readonly string[];
}

/** What a dimension may have words of its own for. */
const STAGES = ["mask", "rationale", "perturbation"];
const PERTURBATIONS = ["dispensable", "important", "syntactic"];
const SCALES: Record<string, number> = { mask_confidence: 4, sufficiency: 3, compactness: 4 };

const scaleTopics = Object.entries(SCALES).flatMap(([scale, steps]) =>
  Array.from({ length: steps }, (_, step) => `scale.${scale}.${step + 1}`),
);

/** Every topic a guideline can have, gathered by what it is shown with; what is stored beyond them comes last. */
export function topicGroups(dimensions: readonly string[], stored: readonly string[]): TopicGroup[] {
  const groups: TopicGroup[] = [
    { kind: "duty", topics: DUTIES },
    { kind: "dimension", topics: dimensions },
    {
      kind: "stage",
      topics: dimensions.flatMap((dimension) => STAGES.map((stage) => `${dimension}.${stage}`)),
    },
    { kind: "perturbation", topics: PERTURBATIONS },
    { kind: "scale", topics: scaleTopics },
  ];
  const known = new Set(groups.flatMap(({ topics }) => topics));
  const others = [...new Set(stored)].filter((topic) => !known.has(topic)).sort();
  return others.length > 0 ? [...groups, { kind: "other", topics: others }] : groups;
}

export const kindOf = (topic: string, groups: readonly TopicGroup[]): TopicKind =>
  groups.find(({ topics }) => topics.includes(topic))?.kind ?? "other";
