import { expect, it } from "vitest";
import { stretchesOf, totalOf } from "./progress";

it("keeps the order of an item's life and leaves empty states out", () => {
  const stretches = stretchesOf({ accepted: 2, annotating: 1, scoring: 0, mask_rating: 4 });
  expect(stretches.map(({ state, value }) => [state, value])).toEqual([
    ["mask_rating", 4],
    ["annotating", 1],
    ["accepted", 2],
  ]);
});

it("never drops a state it does not know", () => {
  expect(stretchesOf({ paused: 3, accepted: 1 }).at(-1)).toMatchObject({ state: "paused", value: 3 });
  expect(totalOf({ paused: 3, accepted: 1 })).toBe(4);
});
