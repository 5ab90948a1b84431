import { expect, it } from "vitest";
import { inputsOf, mayCancel } from "./progress";

it("counts every input of a run once", () => {
  expect(inputsOf({ counts: { queued: 1, sent: 2, done: 3, failed: 4 } })).toBe(10);
});

it("offers to cancel only what was started by hand and still goes on", () => {
  expect(mayCancel({ kind: "requested", state: "running" })).toBe(true);
  expect(mayCancel({ kind: "requested", state: "done" })).toBe(false);
  expect(mayCancel({ kind: "standing", state: "running" })).toBe(false);
});
