import { expect, it } from "vitest";
import { wordingOf } from "./wordingOf";

const token = (index: number, text: string, before = " ") => ({ index, text, before });

it("splits a text around its mask so that the parts and the answer give the text again", () => {
  const tokens = [
    token(0, "He", ""),
    token(1, "lives"),
    token(2, "in"),
    token(3, "New"),
    token(4, "York"),
    token(5, "now"),
  ];
  const { before, after } = wordingOf({ tokens, tail: " .", mask: { start: 3, end: 5 } });
  expect(`${before}New York${after}`).toBe("He lives in New York now .");
  expect(before).toBe("He lives in ");
});

it("keeps a mask at either end", () => {
  const tokens = [token(0, "德国", ""), token(1, "很大", "")];
  expect(wordingOf({ tokens, tail: "。", mask: { start: 0, end: 1 } })).toEqual({
    before: "",
    after: "很大。",
  });
  expect(wordingOf({ tokens, tail: "", mask: { start: 1, end: 2 } })).toEqual({ before: "德国", after: "" });
});
