import { useState } from "react";

/** What somebody typed for the hidden words before they saw them, and how long it took them. */
export interface Guesses {
  typed: string;
  given: readonly string[];
  /** From the first look to the answer, in seconds; null as long as the answer is hidden. */
  seconds: number | null;
  /** When they first saw the task, in milliseconds since 1970. */
  began: number;
}

/** Guesses the server keeps are no longer than this. */
export const LONGEST = 200;

/** Guessing before the answer is shown: up to `most` guesses, or the plain word that there is none. */
export function useGuessing(most: number, stored: Guesses | undefined) {
  const [guesses, setGuesses] = useState<Guesses>(
    () => stored ?? { typed: "", given: [], seconds: null, began: Date.now() },
  );
  const { typed, given, seconds, began } = guesses;
  const next = typed.trim();
  const all = next === "" ? given : [...given, next];
  const look = (final: readonly string[]) =>
    setGuesses({ ...guesses, typed: "", given: final, seconds: Math.round((Date.now() - began) / 100) / 10 });

  return {
    guesses,
    given,
    most,
    seconds,
    revealed: seconds !== null,
    typed,
    type: (text: string) => setGuesses({ ...guesses, typed: text.slice(0, LONGEST) }),
    /** Takes what is typed as a guess. After the last one there is nothing left but to look. */
    guess: () => {
      if (next === "") return;
      if (all.length >= most) look(all);
      else setGuesses({ ...guesses, typed: "", given: all });
    },
    /** Shows the answer, with what is typed as the last guess; null as long as nothing was guessed. */
    reveal: all.length > 0 ? () => look(all) : null,
    /** Shows the answer to somebody who says that they have no idea. */
    giveUp: () => look([]),
  };
}

export type Guessing = ReturnType<typeof useGuessing>;
