import type { Task } from "@/api/types";
import type { Marks } from "@/shared/tokens/marks";

/** What a page knows of its draft: the marks, the server's revision they build on, and whether it has them. */
export interface Draft {
  marks: Marks;
  revision: number;
  saved: boolean;
}

const keyOf = (assignment: number) => `whybench.marks.${assignment}`;

/** Puts a draft into the browser's storage, where it outlives a reload and a lost connection. */
export function keepMarks(assignment: number, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(assignment), JSON.stringify(draft));
  } catch (error) {
    // A full or forbidden storage: the server's copy is then the only one.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function forgetMarks(assignment: number): void {
  localStorage.removeItem(keyOf(assignment));
}

function keptMarks(assignment: number): Draft | null {
  const text = localStorage.getItem(keyOf(assignment));
  return text === null ? null : (JSON.parse(text) as Draft);
}

/** Where a page begins: with what never reached the server, else with the server's draft. */
export function openDraft({ assignment, draft, previous }: Task): Draft {
  const kept = keptMarks(assignment.id);
  if (kept && !(kept.saved && draft)) return { ...kept, saved: false };
  if (draft) return { marks: draft.tokens, revision: draft.revision, saved: true };
  return { marks: previous?.tokens ?? [], revision: 0, saved: true };
}
