import { Problem } from "@/api/problem";
import type { Marks } from "@/shared/tokens/marks";
import type { Draft } from "./keptMarks";

/** How the marks on the page stand to those on the server. */
export type SaveStatus =
  | { is: "saved" | "saving" }
  | { is: "retrying"; error: Problem }
  | { is: "conflict"; stored: Marks; revision: number }
  | { is: "refused"; error: unknown };

export interface Server {
  /** Stores the marks made from a revision and answers with the new revision. */
  save: (marks: Marks, revision: number, signal: AbortSignal) => Promise<number>;
  /** Keeps a draft in the browser. */
  keep: (draft: Draft) => void;
}

export const PAUSE = 400;
const PATIENCE = 10_000;
const LONGEST_WAIT = 8_000;

/**
 * Brings marks to the server: a moment after the last stroke, one request at a time, again and again until
 * it answers. A submission holds it, so no late request can follow what was submitted.
 */
export class MarkSaver {
  status: SaveStatus;
  private readonly server: Server;
  private marks: Marks;
  private revision: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: AbortController | null = null;
  private failures = 0;
  private held = false;
  /** What was sent and may have been stored although no answer came: no conflict if it turns up there. */
  private unanswered = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor({ marks, revision, saved }: Draft, server: Server) {
    this.server = server;
    this.marks = marks;
    this.revision = revision;
    this.status = { is: saved ? "saved" : "saving" };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Begins to work, with what an earlier visit could not save. */
  start(): void {
    if (this.status.is !== "saved") this.sendIn(0);
  }

  /** The page goes away. What it has not saved stays in the browser. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** The marks have changed. */
  change(marks: Marks): void {
    if (marks === this.marks) return;
    this.marks = marks;
    const waits = this.status.is === "conflict" || this.status.is === "retrying";
    this.become(waits ? this.status : { is: "saving" });
    if (this.status.is === "saving") this.sendIn(PAUSE);
  }

  /** Tries at once: the connection is back, or somebody wants to leave. */
  hurry = (): void => {
    if (this.status.is === "saving" || this.status.is === "retrying") this.sendIn(0);
  };

  /** Sends nothing more and heeds no answer, while a submission is on its way. */
  hold(): void {
    this.held = true;
    clearTimeout(this.timer);
    this.unanswered.add(String(this.marks));
    this.request?.abort();
    this.request = null;
  }

  /** The submission failed: the draft counts again. */
  release(): void {
    if (!this.held) return;
    this.held = false;
    if (this.status.is === "saving" || this.status.is === "retrying") this.sendIn(0);
  }

  /** Ends a conflict: these marks replace what the server has. */
  settle(marks: Marks): void {
    if (this.status.is !== "conflict") return;
    this.revision = this.status.revision;
    this.marks = marks;
    this.become({ is: "saving" });
    this.sendIn(0);
  }

  private sendIn(milliseconds: number): void {
    clearTimeout(this.timer);
    if (!this.held) this.timer = setTimeout(() => void this.send(), milliseconds);
  }

  private async send(): Promise<void> {
    if (this.request || this.held) return;
    const { marks } = this;
    const request = new AbortController();
    this.request = request;
    const patience = setTimeout(() => request.abort(), PATIENCE);
    try {
      const revision = await this.server.save(marks, this.revision, request.signal);
      if (this.request !== request) return;
      this.request = null;
      this.stored(marks, revision);
    } catch (error) {
      if (this.request !== request) return;
      this.request = null;
      this.failed(marks, error);
    } finally {
      clearTimeout(patience);
    }
  }

  private stored(marks: Marks, revision: number): void {
    this.revision = revision;
    this.failures = 0;
    this.unanswered.clear();
    const done = String(marks) === String(this.marks);
    this.become({ is: done ? "saved" : "saving" });
    if (!done) this.sendIn(0);
  }

  private failed(marks: Marks, error: unknown): void {
    this.unanswered.add(String(marks));
    const stored = storedDraft(error);
    if (error instanceof Problem && (error.mayPass || error.status === 401)) {
      // Signed out is not the end: somebody may sign in again in another window.
      this.become({ is: "retrying", error });
      this.sendIn(Math.min(LONGEST_WAIT, 1_000 * 2 ** this.failures));
      this.failures += 1;
    } else if (!stored) {
      this.become({ is: "refused", error });
    } else if (this.unanswered.has(String(stored.tokens))) {
      this.stored(stored.tokens, stored.revision);
    } else {
      this.become({ is: "conflict", stored: stored.tokens, revision: stored.revision });
    }
  }

  private become(status: SaveStatus): void {
    this.status = status;
    this.server.keep({ marks: this.marks, revision: this.revision, saved: status.is === "saved" });
    for (const listener of this.listeners) listener();
  }
}

/** The server's version, where it refused because it has another one. */
function storedDraft(error: unknown): { tokens: number[]; revision: number } | null {
  if (!(error instanceof Problem) || error.code !== "stale_draft") return null;
  return (error.members.stored as { tokens: number[]; revision: number } | undefined) ?? null;
}
