import { expect, it } from "vitest";
import { blocksOf, stretchesOf } from "./sheet";

it("tells headings, paragraphs, lists and tables apart", () => {
  const sheet = "# One\n\nSome\nwords.\n\n- a\n- b\n\n| A | B |\n| --- | --- |\n| x \\| y | 2 |\n";
  expect(blocksOf(sheet)).toEqual([
    { kind: "heading", level: 1, text: "One" },
    { kind: "text", text: "Some\nwords." },
    { kind: "list", rows: ["a", "b"] },
    { kind: "table", heads: ["A", "B"], rows: [["x | y", "2"]] },
  ]);
});

it("sets code between backquotes", () => {
  expect(stretchesOf("see `a.json` there")).toEqual([
    { text: "see ", code: false },
    { text: "a.json", code: true },
    { text: " there", code: false },
  ]);
});
