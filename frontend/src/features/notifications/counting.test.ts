import { expect, it } from "vitest";
import { byBenchmark, waitingIn, waitingInAll } from "./counting";

it.each([
  [
    { waiting: 0, mine: 1 },
    { number: 1, more: false },
  ],
  [
    { waiting: 11, mine: 1 },
    { number: 12, more: false },
  ],
  [
    { waiting: 99, mine: 0 },
    { number: 99, more: false },
  ],
  [
    { waiting: 99, mine: 1 },
    { number: 100, more: false },
  ],
  [
    { waiting: 100, mine: 2 },
    { number: 100, more: true },
  ],
])("counts what is free and what is begun, and says where the server stopped: %o", (row, waiting) => {
  expect(waitingIn(row)).toEqual(waiting);
});

it("adds duties up and stays open-ended where one is", () => {
  expect(waitingInAll([])).toEqual({ number: 0, more: false });
  expect(
    waitingInAll([
      { waiting: 100, mine: 0 },
      { waiting: 3, mine: 1 },
    ]),
  ).toEqual({ number: 104, more: true });
});

it("gathers rows by benchmark", () => {
  const rows = [
    { benchmark: "a", id: 1 },
    { benchmark: "b", id: 2 },
    { benchmark: "a", id: 3 },
  ];
  expect(byBenchmark(rows).map(([slug, of]) => [slug, of.map(({ id }) => id)])).toEqual([
    ["a", [1, 3]],
    ["b", [2]],
  ]);
});
