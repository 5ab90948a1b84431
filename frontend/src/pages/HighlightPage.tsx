import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { submitRationale } from "@/api/work";
import { LastRound } from "@/features/rationale-marking/LastRound";
import { MarkingTools } from "@/features/rationale-marking/MarkingTools";
import { RationaleMarker } from "@/features/rationale-marking/RationaleMarker";
import { markingKeyHelp } from "@/features/rationale-marking/rationaleKeys";
import { useMarks } from "@/features/rationale-marking/useMarks";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import { useDuty } from "@/features/task/useDuty";
import type { Submission } from "@/features/task/useTask";
import { isInside } from "@/shared/tokens/cells";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

/** Marks the words that give the masked ones away: a first rationale, or a better one in a later round. */
export default function HighlightPage() {
  return <TaskPage duty={useDuty()}>{(work) => <Highlighting {...work} />}</TaskPage>;
}

function Highlighting({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, previous } = task;
  const suggestion =
    task.suggestion && [...task.suggestion.kept, ...task.suggestion.changed].sort((a, b) => a - b);
  const draft = useStoredDraft<{ marks: number[] }>(task.assignment.id);
  const drawing = useMarks(draft?.marks ?? previous?.tokens ?? [], item.mask);
  const { marks } = drawing;
  const [onlyMarked, setOnlyMarked] = useState(false);
  const toggleOnlyMarked = () => setOnlyMarked((now) => !now);
  useKeptDraft(task.assignment.id, { marks });

  const markable = item.tokens.filter(({ index }) => !isInside(item.mask, index)).length;
  const unchanged = previous !== null && String(previous.tokens) === String(marks);
  const ready = marks.length > 0 && !unchanged;
  const send = () =>
    submission.submit(async () => {
      await submitRationale(slug, item.id, item.round, marks);
      forgetDraft(task.assignment.id);
    });

  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(previous ? "rationale.modifyLead" : "rationale.lead")}
      submitLabel={t("rationale.submit")}
      onSubmit={ready ? send : null}
      hint={unchanged ? t("rationale.changeFirst") : marks.length === 0 ? t("rationale.markFirst") : null}
      keys={{
        h: toggleOnlyMarked,
        "ctrl+z": drawing.undo,
        "ctrl+shift+z": drawing.redo,
        "ctrl+y": drawing.redo,
      }}
      keyHelp={markingKeyHelp(t)}
    >
      <RationaleMarker
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        mask={item.mask}
        answer={item.golden_answer}
        marks={marks}
        onStroke={drawing.stroke}
        onlyMarked={onlyMarked}
      />
      <MarkingTools
        marked={marks.length}
        markable={markable}
        onlyMarked={onlyMarked}
        onOnlyMarked={toggleOnlyMarked}
        onUndo={drawing.canUndo ? drawing.undo : null}
        onRedo={drawing.canRedo ? drawing.redo : null}
        onSuggestion={
          suggestion && String(suggestion) !== String(marks) ? () => drawing.replace(suggestion) : null
        }
      />
      {previous && <LastRound item={item} previous={previous} marks={marks} />}
    </TaskFrame>
  );
}
