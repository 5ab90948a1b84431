import { expect, it } from "vitest";
import { startOf } from "./startOf";

it("puts the answer behind the question, without the question's mark", () => {
  expect(startOf("Who built the mill?", "Ann", "en")).toEqual({ before: "Who built the mill ", after: "." });
  expect(startOf("谁建了磨坊？", "安", "zh-Hans")).toEqual({ before: "谁建了磨坊", after: "。" });
});

it("gives the whole text where there is no answer", () => {
  expect(startOf("It rained because it was late.", "", "en")).toEqual({
    before: "It rained because it was late.",
    after: "",
  });
});
