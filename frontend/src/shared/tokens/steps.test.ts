import { expect, it } from "vitest";
import { step } from "./steps";

it.each([
  { from: null, by: 1 as const, to: 2 },
  { from: 2, by: 1 as const, to: 5 },
  { from: 9, by: 1 as const, to: null },
  { from: null, by: -1 as const, to: 9 },
  { from: 5, by: -1 as const, to: 2 },
  { from: 2, by: -1 as const, to: null },
  { from: 4, by: 1 as const, to: 2 },
])("from $from by $by to $to", ({ from, by, to }) => {
  expect(step([2, 5, 9], from, by)).toBe(to);
});

it("has nothing to hide where nothing is marked", () => {
  expect(step([], null, 1)).toBeNull();
});
