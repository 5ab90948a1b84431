import { expect, it } from "vitest";
import type { Estimate, EstimatePart } from "@/api/estimates";
import { secondsOf, secondsTogether } from "./estimated";

const part = (each: number | null, instances: number): EstimatePart => ({
  model: "m",
  method: "attention",
  state: each === null ? "waiting" : "ready",
  instances,
  sample: 8,
  seconds_per_instance: each,
  load_seconds: null,
  deviation: null,
  error: null,
});

const estimate = (parts: EstimatePart[], workers: number): Estimate => ({
  id: 1,
  queue: "cpu",
  dtype: "float32",
  scope: { release: "", release_sha256: "", dimensions: [], languages: [], types: [] },
  workers,
  parts,
});

it("takes as long as each input times their number, shared among the workers", () => {
  expect(secondsOf(part(0.5, 100))).toBe(50);
  expect(secondsOf(part(null, 100))).toBeNull();
  expect(secondsTogether(estimate([part(0.5, 100), part(2, 100), part(null, 9)], 5))).toBe(50);
});

it("counts one worker where none answers, and nothing where nothing is measured", () => {
  expect(secondsTogether(estimate([part(0.5, 100)], 0))).toBe(50);
  expect(secondsTogether(estimate([part(null, 100)], 2))).toBeNull();
});
