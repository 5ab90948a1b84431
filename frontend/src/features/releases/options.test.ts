import { expect, it } from "vitest";
import { NO_OPTIONS, sentOptions, sharesFit } from "./options";

it("sends shares of one, and holds nothing back where nothing is parted", () => {
  expect(sentOptions({ ...NO_OPTIONS, heldBack: true })).toEqual({
    split: null,
    held_back: false,
    history: false,
    runs: [],
  });
  expect(sentOptions({ ...NO_OPTIONS, split: true, seed: "7", heldBack: true, runs: ["3"] })).toEqual({
    split: { seed: 7, dev: "0.10000", test: "0.20000" },
    held_back: true,
    history: false,
    runs: [3],
  });
});

it.each([
  [0, 0, false],
  [0, 1, true],
  [40, 60, true],
  [50, 51, false],
  ["", "", false],
])("dev %s and test %s: %s", (dev, test, fits) => {
  expect(sharesFit({ ...NO_OPTIONS, split: true, dev, test })).toBe(fits);
});

it("needs a test part to hold it back", () => {
  expect(sharesFit({ ...NO_OPTIONS, split: true, dev: 10, test: 0, heldBack: true })).toBe(false);
});
