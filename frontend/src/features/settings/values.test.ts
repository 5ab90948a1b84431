import { expect, it } from "vitest";
import type { Settings } from "@/api/types";
import { changeOf, differences, textsChanged, unwritten, valuesOf } from "./values";

const settings: Settings = {
  created_at: "2026-11-30T12:00:00Z",
  version: 1,
  languages: ["en", "zh"],
  dimensions: ["grammar"],
  mask_raters: 3,
  mask_gate: 2,
  mask_proposals: 3,
  scorers: 3,
  sufficiency_gate: "3.000",
  compactness_gate: "3.600",
  rounds: 3,
  creators: 2,
  reviewers: 2,
  siblings_may_review: false,
  perturbations_per_original: 1,
  perturbations_per_type: 100,
  perturb_after: "rationale",
  suggest_projected_rationale: true,
  lease_minutes: 30,
  chinese_tokens: "words",
  release_gates: "warn",
  consent: "",
  methods: ["attention"],
  guidelines: { en: { grammar: "Form decides.", rate_mask: "Guess first." } },
};
const present = valuesOf(settings);

it("takes values that mean the same for the same", () => {
  const same = {
    ...present,
    sufficiency_gate: 3,
    compactness_gate: "3.6",
    guidelines: { zh: { grammar: "" }, en: { rate_mask: "Guess first.", grammar: "Form decides." } },
  };
  expect(differences(present, same)).toEqual([]);
});

it("names what differs in the order of the page, and sends only that", () => {
  const after = {
    ...present,
    lease_minutes: 45,
    compactness_gate: 3.5,
    languages: ["en"],
    siblings_may_review: true,
  };
  const names = differences(present, after);
  expect(names).toEqual(["languages", "compactness_gate", "siblings_may_review", "lease_minutes"]);
  expect(changeOf(after, names)).toEqual({
    languages: ["en"],
    compactness_gate: "3.5",
    siblings_may_review: true,
    lease_minutes: 45,
  });
});

it("counts the texts of the guidelines that are new, changed or gone", () => {
  const before = { en: { grammar: "a", semantics: "b", knowledge: "c" } };
  const after = { en: { grammar: "a", semantics: "B" }, zh: { grammar: "d" } };
  expect(textsChanged(before, after)).toBe(3);
  expect(textsChanged(before, before)).toBe(0);
});

it("tells an empty number from zero", () => {
  const emptied = { ...present, rounds: "" };
  expect(unwritten(emptied)).toEqual(["rounds"]);
  expect(unwritten({ ...present, perturbations_per_type: 0 })).toEqual([]);
  expect(differences(present, emptied)).toEqual(["rounds"]);
});
