import { useState } from "react";
import type { Span } from "@/shared/tokens/cells";
import { begin, record, redo, undo } from "@/shared/tokens/history";
import { draw, type Marks, type Stroke } from "@/shared/tokens/marks";

/** The rationale being drawn, with undo by stroke. */
export function useMarks(initial: Marks, mask: Span | null) {
  const [history, setHistory] = useState(() => begin<Marks>(initial));
  return {
    marks: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    stroke: (stroke: Stroke) => setHistory((now) => record(now, draw(now.present, stroke, mask))),
    /** Puts other marks in place as one step. */
    replace: (marks: Marks) => setHistory((now) => record(now, marks)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
  };
}
