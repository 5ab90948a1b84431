import { expect, it } from "vitest";
import { spread } from "./spread";

it("leaves places with room between them where they are", () => {
  expect(spread([40, 10, 80], 20, 0, 100)).toEqual([40, 10, 80]);
});

it("moves close ones apart and keeps them inside", () => {
  expect(spread([50, 52, 50], 10, 0, 100)).toEqual([50, 70, 60]);
  expect(spread([98, 99], 10, 0, 100)).toEqual([90, 100]);
  expect(spread([-5, 1], 10, 0, 100)).toEqual([0, 10]);
});

it("never puts one over another, even without room", () => {
  expect(spread([1, 2, 3], 60, 0, 100)).toEqual([0, 60, 120]);
});
