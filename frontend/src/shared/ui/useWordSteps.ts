import { useState } from "react";
import type { Marks } from "@/shared/tokens/marks";
import { step } from "@/shared/tokens/steps";
import type { KeyMap } from "./useKeys";

/** Hides the marked tokens one after the other: does the rationale still do without this one? */
export function useWordSteps(marks: Marks) {
  const [chosen, setChosen] = useState<number | null>(null);
  const hidden = chosen !== null && marks.includes(chosen) ? chosen : null;
  const go = (by: 1 | -1) => setChosen(step(marks, hidden, by));
  const show = (index: number) => setChosen(index);
  const end = () => setChosen(null);
  const keys: KeyMap = { n: () => go(1), p: () => go(-1), Escape: hidden === null ? undefined : end };
  return { hidden, go, show, end, keys };
}

export type WordStepping = ReturnType<typeof useWordSteps>;
