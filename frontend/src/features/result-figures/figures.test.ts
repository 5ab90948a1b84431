import { expect, it } from "vitest";
import type { RatioPoint } from "@/api/results";
import { barsOf, groupsOf } from "./figures";

const point = (run: number, dimension: string, ratio: number): RatioPoint => ({
  run,
  language: "en",
  dimension,
  metric: "map",
  ratio,
  value: 0.5,
  low: 0.4,
  high: 0.6,
  items: 3,
});

it("names each group once, between the ratios of its systems", () => {
  expect(
    groupsOf([point(1, "grammar", 0.25), point(2, "grammar", 0.75), point(1, "semantics", 0.125)]),
  ).toEqual([
    { language: "en", dimension: "grammar", ratio: 0.5 },
    { language: "en", dimension: "semantics", ratio: 0.125 },
  ]);
});

it("puts a histogram in percent, a correlation as it is", () => {
  const histogram = { bounds: [0, 0.07, 1], counts: [2, 3], mean: null, none: 0 };
  expect(barsOf({ ...histogram, metric: "map" })).toEqual([
    { low: 0, high: 7, count: 2 },
    { low: 7, high: 100, count: 3 },
  ]);
  expect(barsOf({ ...histogram, metric: "pcc", bounds: [-1, 0, 1] })).toEqual([
    { low: -1, high: 0, count: 2 },
    { low: 0, high: 1, count: 3 },
  ]);
});
