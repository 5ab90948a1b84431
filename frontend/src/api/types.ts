export type Language = "en" | "zh-Hans";
export type Role = "annotator" | "senior" | "admin";

export interface Person {
  id: number;
  username: string;
  display_name: string;
  language: Language;
  memberships: { benchmark: string; title: string; roles: Role[] }[];
}

export interface Session {
  authenticated: boolean;
  person: Person | null;
  csrf_token: string;
}

export interface Settings {
  version: number;
  languages: string[];
  dimensions: string[];
  [threshold: string]: unknown;
}

export interface Benchmark {
  slug: string;
  title: string;
  description: string;
  settings: Settings;
  my_roles: Role[];
}

export const DUTIES = [
  "propose_mask",
  "rate_mask",
  "write_rationale",
  "modify_rationale",
  "score_rationale",
  "create_perturbation",
  "review_perturbation",
  "settle_perturbation",
] as const;
export type Duty = (typeof DUTIES)[number];

export interface Work {
  duties: { duty: Duty; waiting: number; mine: number }[];
  next_free_at: string | null;
}

export interface Token {
  index: number;
  text: string;
  /** What stands between the previous token and this one, so that the original spacing is shown. */
  before: string;
}

export interface Span {
  start: number;
  end: number;
}

export interface TaskItem {
  id: number;
  external_id: string;
  language: string;
  dimension: string;
  role: "original" | "perturbed";
  state: string;
  round: number;
  text: string;
  tokens: Token[];
  tail: string;
  mask: Span | null;
  golden_answer: string | null;
}

export interface ScaleStep {
  value: number;
  label: string;
}

export interface GivenScore {
  scorer: string;
  sufficiency: number;
  compactness: number;
  comment: string;
}

export type PerturbationType = "dispensable" | "important" | "syntactic";
export type Link = [original: number, perturbed: number];

export interface Task {
  assignment: { id: number; duty: Duty; round: number; lease_until: string };
  item: TaskItem;
  guideline: string;
  mask: {
    proposal: number;
    attempt: number;
    start: number;
    end: number;
    golden_answer: string;
    answer_elsewhere: boolean;
  } | null;
  rationale: { id: number; round: number; tokens: number[] } | null;
  previous: { round: number; tokens: number[]; scores: GivenScore[] } | null;
  suggestion: number[] | null;
  perturbation: PerturbationUnderReview | null;
  scales: { sufficiency: ScaleStep[]; compactness: ScaleStep[]; mask_confidence: ScaleStep[] };
  rounds_left: number;
}

export interface Warning {
  code: string;
  message: string;
}

export interface MarkedText {
  text: string;
  tokens: Token[];
  tail: string;
  mask: Span | null;
  golden_answer: string | null;
}

export interface Version extends MarkedText {
  number: number;
  author: string | null;
  links: Link[];
  warnings: Warning[];
}

export interface PerturbationUnderReview {
  id: number;
  type: PerturbationType;
  author_note: string;
  versions: Version[];
  links: Link[];
  original: TaskItem;
  original_rationale: number[];
  reviews?: { reviewer: string; verdict: Verdict; reason: string; version: number | null }[];
}

export type Verdict = "approve" | "approve_with_changes" | "reject";

export interface PerturbationPreview extends MarkedText {
  links: Link[];
  warnings: Warning[];
  projection: { kept: number[]; changed: number[] };
}

export interface Submitted {
  item: { id: number; state: string; round: number };
}
