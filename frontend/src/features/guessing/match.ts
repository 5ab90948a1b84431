export type Match = "exact" | "normalised" | "different";

/** Without what does not make another answer: case, width, accents' encoding, punctuation at the ends, spacing. */
function normalised(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/** How a typed guess stands to the golden answer. */
export function matchOf(guess: string, answer: string): Match {
  if (guess === answer) return "exact";
  return normalised(guess) === normalised(answer) ? "normalised" : "different";
}
