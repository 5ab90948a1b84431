import { expect, it } from "vitest";
import { guidelinesOn } from "./guidelines";

const texts = {
  en: { rate_mask: "Guess first.", grammar: "Form decides." },
  zh: { rate_mask: "先猜。", grammar: "" },
};

it("gives each text in the reader's language, else in English, else not at all", () => {
  expect(guidelinesOn(["rate_mask", "grammar", "semantics"], texts, "zh-Hans")).toEqual([
    { topic: "rate_mask", text: "先猜。", language: "zh" },
    { topic: "grammar", text: "Form decides.", language: "en" },
  ]);
  expect(guidelinesOn(["rate_mask"], undefined, "en")).toEqual([]);
});
