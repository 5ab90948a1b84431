import { expect, it } from "vitest";
import { settingsOf } from "./recipe";

it("names each setting by its path", () => {
  expect(
    settingsOf({
      model: { name: "mini", revision: null },
      method: { steps: 50 },
      seeds: [1, 2],
      stamps: [{ torch_version: "2" }],
    }),
  ).toEqual([
    { name: "model · name", value: "mini" },
    { name: "model · revision", value: "–" },
    { name: "method · steps", value: "50" },
    { name: "seeds", value: "1, 2" },
    { name: "stamps · 1 · torch version", value: "2" },
  ]);
});
