import type { Wording } from "@/api/work";

const QUESTION_MARKS = /[?？\s]+$/u;

/** What a person starts from: the question without its mark before the answer, a full stop after it. */
export function startOf(question: string, answer: string, language: string): Wording {
  if (answer === "") return { before: question, after: "" };
  const chinese = language.split("-")[0] === "zh";
  const text = question.replace(QUESTION_MARKS, "");
  return { before: chinese ? text : `${text} `, after: chinese ? "。" : "." };
}
