import { expect, it } from "vitest";
import { matchOf } from "./match";

it.each([
  { guess: "broke", answer: "broke", match: "exact" },
  { guess: "Broke", answer: "broke", match: "normalised" },
  { guess: " broke. ", answer: "broke", match: "normalised" },
  { guess: "New  York", answer: "New York", match: "normalised" },
  { guess: "NewYork", answer: "New York", match: "different" },
  { guess: "德国", answer: "德国", match: "exact" },
  { guess: "德 国。", answer: "德国", match: "normalised" },
  { guess: "１２", answer: "12", match: "normalised" },
  { guess: "cafe\u0301", answer: "caf\u00e9", match: "normalised" },
  { guess: "break", answer: "broke", match: "different" },
])("$guess for $answer is $match", ({ guess, answer, match }) => {
  expect(matchOf(guess, answer)).toBe(match);
});
