import { isActive, type Run, type RunState } from "@/api/runs";
import type { Tone } from "@/shared/ui/StateBadge";

export const inputsOf = ({ counts }: Pick<Run, "counts">) =>
  counts.queued + counts.sent + counts.done + counts.failed;

const TONES: Record<RunState, Tone> = {
  queued: "waiting",
  running: "active",
  done: "good",
  failed: "bad",
  cancelled: "neutral",
};

export const toneOf = (state: RunState): Tone => TONES[state] ?? "neutral";

/** A standing run goes on by itself as pairs finish; only one started by hand can be stopped. */
export const mayCancel = (run: Pick<Run, "kind" | "state">) => run.kind === "requested" && isActive(run);

/** Scores made elsewhere can be taken back once they are in. */
export const mayWithdraw = (run: Pick<Run, "kind" | "state">) =>
  run.kind === "external" && run.state !== "cancelled";
