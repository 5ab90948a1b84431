import { useEffect, useState } from "react";

const keyOf = (assignment: number) => `whybench.draft.${assignment}`;

/** What was begun on an assignment and not yet submitted, kept in this browser. */
export function useStoredDraft<Draft>(assignment: number): Draft | null {
  const [stored] = useState(() => localStorage.getItem(keyOf(assignment)));
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

/** Keeps a draft in the browser from its first change on, so that a reload loses nothing. */
export function useKeptDraft(assignment: number, draft: object): void {
  const text = JSON.stringify(draft);
  const [untouched] = useState(text);
  useEffect(() => {
    if (text !== untouched) localStorage.setItem(keyOf(assignment), text);
  }, [assignment, text, untouched]);
}

export function forgetDraft(assignment: number): void {
  localStorage.removeItem(keyOf(assignment));
}
