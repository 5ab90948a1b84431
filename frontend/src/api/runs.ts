import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import { type Page, pageOf } from "./pages";
import type { Link, TaskItem } from "./types";

export const METHODS = ["attention", "integrated_gradients"] as const;

export type RunState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Run {
  id: number;
  model: string;
  revision: string;
  method: string;
  kind: "standing" | "requested";
  state: RunState;
  created_at: string;
  finished_at: string | null;
  counts: { queued: number; sent: number; done: number; failed: number };
  pairs: number;
  rate_per_second: number | null;
  seconds_left: number | null;
  error: { code: string; message: string } | null;
}

export interface RunItemRow {
  item: {
    id: number;
    external_id: string;
    role: "original" | "perturbed";
    dimension: string;
    language: string;
  };
  state: string;
  error: { code: string; message: string } | null;
  top1: boolean | null;
  top3: boolean | null;
  token_f1: number | null;
}

export interface Split {
  all: number | null;
  original: number | null;
  perturbed: number | null;
}

export type Interval = [low: number, high: number];

export interface ReportRow {
  language: string;
  dimension: string;
  originals: number;
  perturbed: number;
  pairs: number;
  top1: Split;
  top3: Split;
  token_f1: Split;
  map: number | null;
  map_at_k: number | null;
  map_aligned: number | null;
  map_star: number | null;
  pcc: number | null;
  undefined: Record<string, number>;
  missing: Record<string, number>;
  unknown_answers: number;
  multi_piece_answers: number;
  intervals: Record<string, Interval | null>;
}

export interface Report {
  metric_version: string;
  rows: ReportRow[];
  ratios: { language: string; dimension: string; ratio: number; items: number }[];
  counts: Record<string, number>;
  settings: Record<string, unknown>;
  completeness: { median: number; maximum: number; share_above_5_percent: number } | null;
  recipe: Record<string, unknown>;
}

export interface Prediction {
  candidates: { answer: string; pieces: number[]; probability: number }[];
  answer_pieces: number[];
  answer_probability: number;
  answer_rank: number | null;
  top1: boolean;
  top3: boolean;
  unknown_answer: boolean;
}

export interface Saliency {
  scores: number[];
  mask_and_special_mass: number;
  completeness_gap: number | null;
  relative_gap: number | null;
  target: number[];
}

export interface ScoredHalf {
  item: TaskItem;
  state: string;
  error: { code: string; message: string } | null;
  rationale: number[];
  prediction: Prediction | null;
  saliency: Saliency | null;
  extracted: number[];
}

export interface ScoredPair extends ScoredHalf {
  counterpart: (ScoredHalf & { type: string; links: Link[] }) | null;
}

export const isActive = (run: Pick<Run, "state">) => run.state === "queued" || run.state === "running";

const POLL = 1_500;
const at = (slug: string, rest = "") => `/api/benchmarks/${slug}/runs${rest}`;

export const runsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs"],
    queryFn: () => send<Run[]>("GET", at(slug)),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? POLL : false),
  });

export const runQuery = (slug: string, run: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run],
    queryFn: () => send<Run>("GET", at(slug, `/${run}`)),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL : false),
  });

/** The report of what has come back; asked for again while the run goes on, and once more when it ends. */
export const reportQuery = (slug: string, run: string, state: RunState | undefined) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run, "report", state],
    enabled: state !== undefined,
    refetchInterval: state && isActive({ state }) ? 5_000 : false,
    queryFn: () => send<Report>("GET", at(slug, `/${run}/report`)),
  });

export const runItemsQuery = (slug: string, run: string, page: number, filter: Record<string, string> = {}) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run, "items", page, filter],
    queryFn: () => send<Page<RunItemRow>>("GET", pageOf(at(slug, `/${run}/items`), page, filter)),
  });

export const scoredPairQuery = (slug: string, run: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "runs", run, "items", "one", item],
    queryFn: () => send<ScoredPair>("GET", at(slug, `/${run}/items/${item}`)),
  });

export const startRuns = (slug: string, model: string, methods: string[]) =>
  send<Run[]>("POST", at(slug), { model, methods });

export const cancelRun = (slug: string, run: number) => send<Run>("POST", at(slug, `/${run}/cancel`));
