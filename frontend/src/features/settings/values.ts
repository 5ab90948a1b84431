import type { Guidelines, SettingsChange } from "@/api/settings";
import type { Settings } from "@/api/types";

/** The settings that are numbers, with the range a field takes. The server has the last word. */
export const NUMBERS = {
  mask_raters: { min: 1, max: 99 },
  mask_gate: { min: 1, max: 4 },
  mask_proposals: { min: 1, max: 99 },
  scorers: { min: 1, max: 99 },
  sufficiency_gate: { min: 1, max: 3, step: 0.1 },
  compactness_gate: { min: 1, max: 4, step: 0.1 },
  rounds: { min: 1, max: 99 },
  creators: { min: 1, max: 99 },
  reviewers: { min: 1, max: 99 },
  perturbations_per_original: { min: 0, max: 99 },
  perturbations_per_type: { min: 0, max: 1_000_000 },
  lease_minutes: { min: 1, max: 10_080 },
} as const satisfies Partial<Record<keyof Settings, { min: number; max: number; step?: number }>>;

export type NumberSetting = keyof typeof NUMBERS;
export type SwitchSetting = "siblings_may_review" | "suggest_projected_rationale";
export type ListSetting = "languages" | "dimensions" | "methods";
export type SettingName =
  | NumberSetting
  | SwitchSetting
  | ListSetting
  | "perturb_after"
  | "chinese_tokens"
  | "release_gates"
  | "consent"
  | "guidelines";

/** Settings as a form holds them: a number may be written half or not at all. */
export type Values = Record<NumberSetting, number | string> &
  Pick<
    Settings,
    SwitchSetting | ListSetting | "perturb_after" | "chinese_tokens" | "release_gates" | "consent"
  > & {
    guidelines: Guidelines;
  };

export const GROUPS = [
  { name: "texts", settings: ["languages", "dimensions", "chinese_tokens"] },
  { name: "mask", settings: ["mask_raters", "mask_gate", "mask_proposals"] },
  { name: "rationale", settings: ["scorers", "sufficiency_gate", "compactness_gate", "rounds"] },
  {
    name: "perturbation",
    settings: [
      "creators",
      "reviewers",
      "siblings_may_review",
      "perturb_after",
      "suggest_projected_rationale",
      "perturbations_per_original",
      "perturbations_per_type",
    ],
  },
  { name: "places", settings: ["lease_minutes"] },
  { name: "runs", settings: ["methods"] },
  { name: "releases", settings: ["release_gates", "consent"] },
] as const satisfies readonly { name: string; settings: readonly SettingName[] }[];

export const SETTINGS: readonly SettingName[] = [
  ...GROUPS.flatMap(({ settings }) => [...settings]),
  "guidelines",
];

export const isNumber = (name: SettingName): name is NumberSetting => name in NUMBERS;

/** What a form starts from. */
export const valuesOf = (settings: Settings): Values => ({
  ...settings,
  // The server writes them with all decimals.
  sufficiency_gate: Number(settings.sufficiency_gate),
  compactness_gate: Number(settings.compactness_gate),
  guidelines: (settings.guidelines ?? {}) as Guidelines,
});

/** Values that mean the same are written the same: "3.000" and 3, one order of topics, no empty text. */
function canonical(name: SettingName, values: Values): string {
  if (isNumber(name)) {
    const written = String(values[name]).trim();
    return written === "" ? "" : String(Number(written));
  }
  return name === "guidelines" ? JSON.stringify(textsOf(values.guidelines)) : JSON.stringify(values[name]);
}

/** All texts of the guidelines by their language and topic, sorted. */
function textsOf(guidelines: Guidelines): [place: string, text: string][] {
  return Object.entries(guidelines)
    .flatMap(([language, topics]) =>
      Object.entries(topics)
        .filter(([, text]) => text !== "")
        .map(([topic, text]): [string, string] => [`${language} ${topic}`, text]),
    )
    .sort(([one], [other]) => one.localeCompare(other));
}

/** The settings in which two versions differ, in the order of the page. */
export const differences = (before: Values, after: Values): SettingName[] =>
  SETTINGS.filter((name) => canonical(name, before) !== canonical(name, after));

/** How many texts of the guidelines are new, changed or gone. */
export function textsChanged(before: Guidelines, after: Guidelines): number {
  const [old, present] = [new Map(textsOf(before)), new Map(textsOf(after))];
  const places = new Set([...old.keys(), ...present.keys()]);
  return [...places].filter((place) => old.get(place) !== present.get(place)).length;
}

/** Numbers that are not written, so that nothing can be saved yet. */
export const unwritten = (values: Values): NumberSetting[] =>
  (Object.keys(NUMBERS) as NumberSetting[]).filter((name) => String(values[name]).trim() === "");

/** What to send to the server for these settings. */
export function changeOf(values: Values, names: readonly SettingName[]): SettingsChange {
  const sent = (name: SettingName) => {
    if (!isNumber(name)) return values[name];
    return name.endsWith("_gate") && name !== "mask_gate" ? String(values[name]) : Number(values[name]);
  };
  return Object.fromEntries(names.map((name) => [name, sent(name)]));
}
