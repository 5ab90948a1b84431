import { expect, it } from "vitest";
import { kindOf, topicGroups } from "./topics";

it("offers every topic once, and keeps what is stored under another name", () => {
  const groups = topicGroups(["grammar"], ["grammar", "irony", "scale.compactness.4", "irony"]);
  expect(groups.map(({ kind, topics }) => [kind, topics.length])).toEqual([
    ["duty", 9],
    ["dimension", 1],
    ["stage", 3],
    ["perturbation", 3],
    ["scale", 11],
    ["other", 1],
  ]);
  expect(kindOf("scale.compactness.4", groups)).toBe("scale");
  expect(kindOf("grammar.mask", groups)).toBe("stage");
  expect(kindOf("irony", groups)).toBe("other");
});
