import { useEffect, useState, useSyncExternalStore } from "react";
import type { Task } from "@/api/types";
import { saveDraft } from "@/api/work";
import type { Marks } from "@/shared/tokens/marks";
import { type Draft, keepMarks } from "./keptMarks";
import { MarkSaver } from "./MarkSaver";

interface Options {
  slug: string;
  task: Task;
  draft: Draft;
  marks: Marks;
  /** Whether a submission is on its way, which the draft must not follow. */
  submitting: boolean;
}

/** Keeps the marks in the browser at once and on the server a moment later; says how far that is. */
export function useAutosave({ slug, task, draft, marks, submitting }: Options) {
  const [saver] = useState(
    () =>
      new MarkSaver(draft, {
        save: async (tokens, revision, signal) =>
          (
            await saveDraft(
              slug,
              task.item.id,
              { round: task.item.round, tokens: [...tokens], revision },
              signal,
            )
          ).revision,
        keep: (kept) => keepMarks(task.assignment.id, kept),
      }),
  );
  const status = useSyncExternalStore(saver.subscribe, () => saver.status);

  useEffect(() => saver.change(marks), [saver, marks]);
  useEffect(() => {
    if (submitting) saver.hold();
    else saver.release();
  }, [saver, submitting]);
  useEffect(() => {
    saver.start();
    window.addEventListener("online", saver.hurry);
    window.addEventListener("focus", saver.hurry);
    return () => {
      window.removeEventListener("online", saver.hurry);
      window.removeEventListener("focus", saver.hurry);
      saver.stop();
    };
  }, [saver]);

  return { status, hurry: saver.hurry, settle: (chosen: Marks) => saver.settle(chosen) };
}
