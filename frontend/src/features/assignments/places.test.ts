import { expect, it } from "vitest";
import { byReason, standingOf } from "./places";

const NOW = Date.parse("2026-11-30T12:00:00Z");

it.each([
  ["live", "2026-11-30T12:00:01Z", "held"],
  ["live", "2026-11-30T12:00:00Z", "lapsed"],
  ["done", "2026-11-30T11:00:00Z", "used"],
  ["skipped", "2026-11-30T13:00:00Z", "passedOn"],
  ["released", "2026-11-30T13:00:00Z", "givenBack"],
])("a %s place with its lease until %s is %s", (state, lease_until, standing) => {
  expect(standingOf({ state, lease_until }, NOW)).toBe(standing);
});

it("names each reason once with its items, the most frequent first", () => {
  const obstacle = (external_id: string, code: string) => ({ item: 1, external_id, code, message: code });
  const reasons = byReason([
    obstacle("a", "no_place"),
    obstacle("b", "passed_on"),
    obstacle("c", "passed_on"),
  ]);
  expect(reasons.map(({ code, items }) => [code, items])).toEqual([
    ["passed_on", ["b", "c"]],
    ["no_place", ["a"]],
  ]);
});
