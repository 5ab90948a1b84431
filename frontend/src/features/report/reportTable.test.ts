import { describe, expect, it } from "vitest";
import type { ReportRow } from "@/api/runs";
import { cellOf, dotsOf, sortRows } from "./reportTable";

const split = (all: number | null) => ({ all, original: all, perturbed: all });

function row(language: string, dimension: string, change: Partial<ReportRow> = {}): ReportRow {
  return {
    language,
    dimension,
    originals: 4,
    perturbed: 6,
    pairs: 6,
    top1: split(0.25),
    top3: split(0.5),
    token_f1: split(0.4),
    map: 0.6,
    map_at_k: 0.5,
    map_aligned: 0.6,
    map_star: 0.6,
    pcc: 0.7,
    undefined: { pcc: 0, pcc_syntactic: 0 },
    missing: { predictions: 0, saliencies: 0, pairs: 0 },
    unknown_answers: 0,
    multi_piece_answers: 0,
    intervals: { token_f1: [0.3, 0.5], map: null },
    ...change,
  };
}

const DIMENSIONS = ["grammar", "semantics", "reasoning"];
const names = (rows: ReportRow[]) => rows.map(({ language, dimension }) => `${language} ${dimension}`);

describe("sortRows", () => {
  it("keeps the benchmark's order of dimensions and puts totals last", () => {
    const rows = [
      row("all", "all"),
      row("zh", "all"),
      row("zh", "reasoning"),
      row("en", "semantics"),
      row("en", "all"),
    ];
    expect(names(sortRows([...rows, row("en", "grammar")], DIMENSIONS))).toEqual([
      "en grammar",
      "en semantics",
      "en all",
      "zh reasoning",
      "zh all",
      "all all",
    ]);
  });

  it("says a total once where there is one language", () => {
    expect(names(sortRows([row("en", "grammar"), row("en", "all"), row("all", "all")], DIMENSIONS))).toEqual([
      "en grammar",
      "all all",
    ]);
  });
});

describe("cellOf", () => {
  it("gives pooled numbers their interval, parts none", () => {
    expect(cellOf(row("en", "grammar"), "token_f1")).toEqual({
      value: 0.4,
      interval: [0.3, 0.5],
      undefined: 0,
    });
    expect(cellOf(row("en", "grammar"), "token_f1_original").interval).toBeNull();
  });

  it("counts pairs without a correlation, syntactic and short ones too", () => {
    const undefinedPcc = row("en", "grammar", {
      pcc: null,
      undefined: { pcc: 1, pcc_syntactic: 3 },
      missing: { predictions: 0, saliencies: 2, pairs: 2 },
    });
    expect(cellOf(undefinedPcc, "pcc")).toEqual({ value: null, interval: null, undefined: 6 });
    expect(cellOf(undefinedPcc, "map").undefined).toBe(2);
    expect(cellOf(undefinedPcc, "token_f1").undefined).toBe(2);
  });
});

describe("dotsOf", () => {
  it("leaves totals and undefined numbers out and keeps a dot without an interval", () => {
    const dots = dotsOf(
      { rows: [row("en", "grammar", { token_f1: split(null) }), row("all", "all")] },
      DIMENSIONS,
    );
    expect(dots).toEqual([
      { metric: "map", language: "en", dimension: "grammar", value: 0.6, low: 0.6, high: 0.6 },
    ]);
  });
});
