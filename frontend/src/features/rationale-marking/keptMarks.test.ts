import { beforeEach, expect, it } from "vitest";
import type { Task } from "@/api/types";
import { forgetMarks, keepMarks, openDraft } from "./keptMarks";

const task = (draft: { tokens: number[]; revision: number } | null, previous: number[] | null = null) =>
  ({
    assignment: { id: 7 },
    draft: draft && { round: 1, ...draft },
    previous: previous && { round: 1, tokens: previous, scores: [] },
  }) as unknown as Task;

beforeEach(() => localStorage.clear());

it("begins with nothing, or with the rationale to modify", () => {
  expect(openDraft(task(null))).toEqual({ marks: [], revision: 0, saved: true });
  expect(openDraft(task(null, [3, 4]))).toEqual({ marks: [3, 4], revision: 0, saved: true });
});

it("goes on with the server's draft, as another window may have changed it", () => {
  keepMarks(7, { marks: [1], revision: 1, saved: true });
  expect(openDraft(task({ tokens: [1, 2], revision: 2 }))).toEqual({
    marks: [1, 2],
    revision: 2,
    saved: true,
  });
});

it("goes on with what never reached the server", () => {
  keepMarks(7, { marks: [5], revision: 1, saved: false });
  expect(openDraft(task({ tokens: [1], revision: 1 }))).toEqual({ marks: [5], revision: 1, saved: false });
});

it("forgets what was submitted", () => {
  keepMarks(7, { marks: [5], revision: 1, saved: false });
  forgetMarks(7);
  expect(openDraft(task(null))).toEqual({ marks: [], revision: 0, saved: true });
});
