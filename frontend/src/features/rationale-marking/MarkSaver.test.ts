import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import type { Marks } from "@/shared/tokens/marks";
import type { Draft } from "./keptMarks";
import { MarkSaver, PAUSE } from "./MarkSaver";

/** A server with one draft, which answers by the rules of the real one; `down` makes it answer 500. */
class Drafts {
  tokens: Marks = [];
  revision = 0;
  writes = 0;
  down = false;
  /** How many answers get lost on their way back, although the draft was stored. */
  lost = 0;
  delay = 0;

  save = async (tokens: Marks, revision: number, signal: AbortSignal) => {
    if (this.delay > 0) await new Promise((done) => setTimeout(done, this.delay));
    if (signal.aborted) throw new Problem(0, "unreachable", "");
    if (this.down) throw new Problem(500, "server_error", "");
    if (revision !== this.revision) {
      const stored = { tokens: [...this.tokens], revision: this.revision };
      throw new Problem(409, "stale_draft", "", {}, { stored, yours: { tokens, revision } });
    }
    this.tokens = tokens;
    this.revision += 1;
    this.writes += 1;
    if (this.lost > 0) {
      this.lost -= 1;
      throw new Problem(0, "unreachable", "");
    }
    return this.revision;
  };
}

const untouched: Draft = { marks: [], revision: 0, saved: true };
let drafts: Drafts;
let kept: Draft | null;

function saver(from: Draft = untouched) {
  const made = new MarkSaver(from, { save: drafts.save, keep: (draft) => (kept = draft) });
  made.start();
  return made;
}

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  drafts = new Drafts();
  kept = null;
});
afterEach(() => vi.useRealTimers());

it("keeps marks in the browser at once and on the server after the last of several strokes", async () => {
  const saving = saver();
  expect(saving.status.is).toBe("saved");
  saving.change([1]);
  saving.change([1, 2]);
  expect(kept).toEqual({ marks: [1, 2], revision: 0, saved: false });
  expect(saving.status.is).toBe("saving");
  await later(PAUSE);
  expect(drafts).toMatchObject({ tokens: [1, 2], writes: 1 });
  expect(kept).toEqual({ marks: [1, 2], revision: 1, saved: true });
  expect(saving.status.is).toBe("saved");
});

it("sends what changed while a request was on its way, never two at once", async () => {
  drafts.delay = 3_000;
  const saving = saver();
  saving.change([1]);
  await later(PAUSE + 10);
  saving.change([1, 2]);
  await later(3_000);
  expect(drafts.tokens).toEqual([1]);
  expect(saving.status.is).toBe("saving");
  await later(3_100);
  expect(drafts).toMatchObject({ tokens: [1, 2], revision: 2 });
  expect(saving.status.is).toBe("saved");
});

describe("BC-12: a save fails", () => {
  it("says so, keeps what is marked meanwhile, and saves by itself when the server is back", async () => {
    const saving = saver();
    drafts.down = true;
    for (const marks of [[1], [1, 2], [1, 2, 3]]) {
      saving.change(marks);
      await later(PAUSE);
    }
    expect(saving.status.is).toBe("retrying");
    await later(120_000);
    expect(saving.status.is).toBe("retrying");
    expect(kept).toEqual({ marks: [1, 2, 3], revision: 0, saved: false });
    drafts.down = false;
    await later(10_000);
    expect(saving.status.is).toBe("saved");
    expect(drafts).toMatchObject({ tokens: [1, 2, 3], writes: 1 });
  });

  it("goes on after a reload, at once", async () => {
    const saving = saver({ marks: [1, 2, 3], revision: 0, saved: false });
    await later(0);
    expect(drafts.tokens).toEqual([1, 2, 3]);
    expect(saving.status.is).toBe("saved");
  });

  it("tries at once when the connection is back", async () => {
    const saving = saver();
    drafts.down = true;
    saving.change([1]);
    await later(60_000);
    drafts.down = false;
    saving.hurry();
    await later(0);
    expect(saving.status.is).toBe("saved");
  });

  it("takes its own draft, whose answer was lost, for no conflict", async () => {
    const saving = saver();
    drafts.lost = 1;
    saving.change([1]);
    await later(PAUSE);
    expect(saving.status.is).toBe("retrying");
    saving.change([1, 2]);
    await later(5_000);
    expect(saving.status.is).toBe("saved");
    expect(drafts).toMatchObject({ tokens: [1, 2], revision: 2 });
  });
});

describe("BC-11: two windows", () => {
  async function conflict() {
    const saving = saver();
    drafts.tokens = [1];
    drafts.revision = 1;
    saving.change([2]);
    await later(PAUSE);
    return saving;
  }

  it("stops and holds both versions", async () => {
    const saving = await conflict();
    expect(saving.status).toEqual({ is: "conflict", stored: [1], revision: 1 });
    saving.hurry();
    await later(60_000);
    expect(drafts.tokens).toEqual([1]);
    expect(kept).toMatchObject({ marks: [2], saved: false });
  });

  it.each([{ chosen: [1] }, { chosen: [2] }])(
    "goes on with the version chosen: $chosen",
    async ({ chosen }) => {
      const saving = await conflict();
      saving.settle(chosen);
      await later(0);
      expect(saving.status.is).toBe("saved");
      expect(drafts).toMatchObject({ tokens: chosen, revision: 2 });
    },
  );
});

describe("BC-10: a submission overtakes an autosave", () => {
  it("heeds and sends nothing any more", async () => {
    drafts.delay = 3_000;
    const saving = saver();
    saving.change([1]);
    await later(PAUSE + 10);
    saving.change([1, 2]);
    saving.hold();
    await later(10_000);
    expect(drafts.writes).toBe(0);
    expect(saving.status.is).toBe("saving");
  });

  it("saves again if the submission failed, also where the server kept it as a draft", async () => {
    const saving = saver();
    saving.change([1, 2]);
    saving.hold();
    drafts.tokens = [1, 2];
    drafts.revision = 1;
    saving.release();
    await later(0);
    expect(saving.status.is).toBe("saved");
    saving.change([1]);
    await later(PAUSE);
    expect(drafts).toMatchObject({ tokens: [1], revision: 2 });
  });
});

it("stops where the item has moved on", async () => {
  const refusal = new Problem(409, "not_allowed_in_state", "");
  const saving = new MarkSaver(untouched, { save: () => Promise.reject(refusal), keep: () => undefined });
  saving.change([1]);
  await later(PAUSE);
  expect(saving.status).toEqual({ is: "refused", error: refusal });
});
