import { describe, expect, it } from "vitest";
import {
  backOf,
  EMPTY,
  filterOf,
  fractionOf,
  isEmptyRange,
  isNarrowed,
  pairsOf,
  pairsOfCell,
  percentOf,
  withFilter,
} from "./filters";

describe("the filter in the address", () => {
  it("is read, and written without what is empty", () => {
    const place = new URLSearchParams("tab=figures&language=zh&ratio_from=0.25&ratio_to=1");
    const filter = filterOf(place);
    expect(filter).toEqual({ ...EMPTY, language: "zh", ratio_from: "0.25", ratio_to: "1" });
    expect(withFilter(place, { ...filter, language: "", type: "syntactic" }).toString()).toBe(
      "tab=figures&ratio_from=0.25&ratio_to=1&type=syntactic",
    );
    expect(isNarrowed(filter)).toBe(true);
    expect(isNarrowed(EMPTY)).toBe(false);
  });

  it("leaves out bounds that are no fractions", () => {
    expect(filterOf(new URLSearchParams("ratio_from=half&ratio_to=40"))).toEqual(EMPTY);
    expect(filterOf(new URLSearchParams("ratio_from=&ratio_to=-1"))).toEqual(EMPTY);
    expect(filterOf(new URLSearchParams("ratio_from=0.5&ratio_to=0.5"))).toEqual(EMPTY);
    expect(isEmptyRange("", "")).toBe(false);
    expect(isEmptyRange("1", "")).toBe(true);
  });

  it("goes to percent and back", () => {
    expect(percentOf("0.29")).toBe("29");
    expect(percentOf("0.125")).toBe("12.5");
    expect(percentOf("")).toBe("");
    expect(fractionOf("29")).toBe("0.29");
    expect(fractionOf("100")).toBe("1");
    expect(fractionOf("")).toBe("");
  });
});

describe("the way to the pairs", () => {
  const behind = { run: 3, language: "en", dimension: "", type: "", metric: "token_f1" };

  it("narrows by the cell as well as by the filter, and orders by the metric", () => {
    const filter = { ...EMPTY, dimension: "grammar", release: "1.0.0" };
    expect(pairsOf(behind, filter).toString()).toBe(
      "run=3&order=token_f1&release=1.0.0&language=en&dimension=grammar",
    );
  });

  it("knows the value of a pair behind each metric", () => {
    const order = (metric: string) => pairsOf({ ...behind, metric }, EMPTY).get("order");
    expect(order("map_at_k")).toBe("map_at_k");
    expect(order("map_star")).toBe("map");
    expect(order("")).toBe("name");
  });

  it("leads back to where one came from", () => {
    expect(backOf(pairsOf(behind, { ...EMPTY, dimension: "grammar" })).toString()).toBe(
      "language=en&dimension=grammar",
    );
    const cell = pairsOfCell(behind, "1.0.0");
    expect(cell.get("language")).toBe("en");
    expect(backOf(cell).toString()).toBe("tab=tables&release=1.0.0");
  });
});
