import { describe, expect, it } from "vitest";
import type { System } from "@/api/results";
import { figureOf, nextSorting, sortingOf, sortSystems, textOf } from "./leaderboard";

const split = (all: number | null) => ({ all, original: all, perturbed: all });

function system(id: number, model: string, map: number | null, method = "lime"): System {
  return {
    run: {
      id,
      model,
      revision: "",
      method,
      dtype: "float32",
      kind: "external",
      state: "done",
      created_at: "2026-01-01T00:00:00Z",
      release: "",
    },
    state: "ready",
    current: true,
    error: null,
    row: {
      language: "all",
      dimension: "all",
      originals: 4,
      perturbed: 6,
      pairs: 6 + id,
      top1: { all: 0.25, original: 0.5, perturbed: 0.125 },
      top3: split(0.5),
      token_f1: split(0.4),
      map,
      map_at_k: 0.5,
      map_aligned: 0.6,
      map_star: 0.6,
      pcc: 0.7,
      undefined: { pcc: 1, pcc_syntactic: 2 },
      missing: { predictions: 3, saliencies: 1, pairs: 1 },
      unknown_answers: 0,
      multi_piece_answers: 0,
      intervals: { top1: [0.1, 0.4], top1_perturbed: [0, 0.25], map: [0.3, 0.5] },
    },
    changes: {
      top1: { value: -0.375, interval: [-0.5, -0.25] },
      top3: { value: 0, interval: null },
      token_f1: { value: null, interval: null },
    },
  };
}

describe("figureOf", () => {
  const one = system(1, "a", 0.6);

  it("gives a pooled number its interval and counts what has none", () => {
    expect(figureOf(one, "top1_all")).toEqual({ value: 0.25, interval: [0.1, 0.4], undefined: 3 });
    expect(figureOf(one, "top1_perturbed")).toEqual({ value: 0.125, interval: [0, 0.25], undefined: 0 });
    expect(figureOf(one, "pcc")).toEqual({ value: 0.7, interval: null, undefined: 4 });
  });

  it("gives a change its own interval", () => {
    expect(figureOf(one, "top1_change")).toEqual({ value: -0.375, interval: [-0.5, -0.25], undefined: 0 });
    expect(figureOf(one, "token_f1_change")?.value).toBeNull();
  });

  it("has nothing to say where nothing fits", () => {
    expect(figureOf({ ...one, row: null }, "map")).toBeNull();
  });
});

describe("sortSystems", () => {
  const waiting: System = { ...system(4, "d", null), row: null, changes: null, state: "waiting" };
  const systems = [system(1, "b", 0.6), system(2, "a", null), waiting, system(3, "c", 0.2)];
  const ids = (text: string) => sortSystems(systems, sortingOf(text)).map(({ run }) => run.id);

  it("puts what has no number last, in both directions", () => {
    expect(ids("map")).toEqual([3, 1, 2, 4]);
    expect(ids("-map")).toEqual([1, 3, 2, 4]);
  });

  it("sorts by names and by the number of pairs, and equals by name", () => {
    expect(ids("model")).toEqual([2, 1, 3, 4]);
    expect(ids("-model")).toEqual([4, 3, 1, 2]);
    expect(ids("-n")).toEqual([3, 2, 1, 4]);
    expect(ids("map_at_k")).toEqual([2, 1, 3, 4]);
  });
});

describe("the sorting in the address", () => {
  it("is by model where it is not known", () => {
    expect(sortingOf(null)).toEqual({ key: "model", descending: false });
    expect(sortingOf("-speed")).toEqual({ key: "model", descending: false });
    expect(textOf(sortingOf("-top1_change"))).toBe("-top1_change");
  });

  it("begins with the best number, with the first name, and turns round when asked again", () => {
    const first = nextSorting(sortingOf(null), "pcc");
    expect(textOf(first)).toBe("-pcc");
    expect(textOf(nextSorting(first, "pcc"))).toBe("pcc");
    expect(textOf(nextSorting(first, "method"))).toBe("method");
  });
});
