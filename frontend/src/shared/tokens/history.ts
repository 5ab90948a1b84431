/** States of a draft in order: undo goes back through `past`, redo forward through `future`. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
}

export function begin<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** Adds a step. A step that changed nothing (the very same state) is none, so undo never seems to stall. */
export function record<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history;
  return { past: [...history.past, history.present], present: next, future: [] };
}

export function undo<State>(history: History<State>): History<State> {
  if (history.past.length === 0) return history;
  const previous = history.past[history.past.length - 1] as State;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  };
}

export function redo<State>(history: History<State>): History<State> {
  if (history.future.length === 0) return history;
  const [next, ...future] = history.future as [State, ...State[]];
  return { past: [...history.past, history.present], present: next, future };
}
