import type { components } from "./schema";

type Schemas = components["schemas"];

export type Language = Schemas["LanguageEnum"];
export type Role = Schemas["RoleEnum"];
export type Person = Schemas["SignedInPerson"];
export type Session = Schemas["Session"];
/** The server fills every setting in; the document only says that a request may leave some out. */
export type Settings = Required<Schemas["Settings"]>;
export type Benchmark = Omit<Schemas["BenchmarkDetail"], "settings"> & { settings: Settings };
export type Work = Schemas["Work"];

export type Duty = Schemas["DutyEnum"];
export const DUTIES = [
  "word_item",
  "propose_mask",
  "rate_mask",
  "write_rationale",
  "modify_rationale",
  "score_rationale",
  "create_perturbation",
  "review_perturbation",
  "settle_perturbation",
] as const satisfies readonly Duty[];

export type Token = Schemas["Token"];
export type Span = Schemas["Span"];
export type TaskItem = Schemas["TaskItem"];
export type Task = Schemas["Task"];
export type PerturbationType = Schemas["TypeEnum"];
export type PerturbationTask = Schemas["PerturbationTask"];
export type PerturbationPreview = Schemas["Preview"];
export type Verdict = Schemas["VerdictEnum"];
/** Token indices: original, perturbed. */
export type Link = [original: number, perturbed: number];
export type Submitted = Schemas["Submitted"];
