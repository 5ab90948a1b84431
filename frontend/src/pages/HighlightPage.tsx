import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { submitRationale } from "@/api/work";
import { DraftConflict } from "@/features/rationale-marking/DraftConflict";
import { forgetMarks, openDraft } from "@/features/rationale-marking/keptMarks";
import { LastRound } from "@/features/rationale-marking/LastRound";
import { LeaveGuard } from "@/features/rationale-marking/LeaveGuard";
import { MarkingTools } from "@/features/rationale-marking/MarkingTools";
import { RationaleMarker } from "@/features/rationale-marking/RationaleMarker";
import { markingKeyHelp } from "@/features/rationale-marking/rationaleKeys";
import { SaveLine } from "@/features/rationale-marking/SaveLine";
import { useAutosave } from "@/features/rationale-marking/useAutosave";
import { useMarks } from "@/features/rationale-marking/useMarks";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { useDuty } from "@/features/task/useDuty";
import type { Submission } from "@/features/task/useTask";
import { isInside } from "@/shared/tokens/cells";
import type { Marks } from "@/shared/tokens/marks";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { useHeldKey } from "@/shared/ui/useKeys";
import { useWordSteps } from "@/shared/ui/useWordSteps";

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
  const [draft] = useState(() => openDraft(task));
  const drawing = useMarks(draft.marks, item.mask);
  const { marks } = drawing;
  const [alone, setAlone] = useState(false);
  const onlyMarked = useHeldKey("h") || alone;
  const stepping = useWordSteps(marks);
  const saving = useAutosave({ slug, task, draft, marks, submitting: submission.sent });
  const { status } = saving;

  const markable = item.tokens.filter(({ index }) => !isInside(item.mask, index)).length;
  const unchanged = previous !== null && String(previous.tokens) === String(marks);
  const missing = missingStep();
  function missingStep() {
    if (status.is === "retrying") return t("rationale.save.waits");
    if (status.is === "conflict") return t("rationale.conflict.choose");
    if (unchanged) return t("rationale.changeFirst");
    return marks.length === 0 ? t("rationale.markFirst") : null;
  }
  const send = () =>
    submission.submit({ round: item.round, tokens: [...marks] }, async (body, key) => {
      await submitRationale(slug, item.id, body, key);
      forgetMarks(task.assignment.id);
    });
  const choose = (chosen: Marks) => {
    // Both versions become steps, so that undo brings the other one back whichever was chosen.
    if (status.is === "conflict" && chosen === marks) drawing.replace(status.stored);
    drawing.replace(chosen);
    saving.settle(chosen);
  };

  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(previous ? "rationale.modifyLead" : "rationale.lead")}
      submitLabel={t("rationale.submit")}
      onSubmit={missing === null ? send : null}
      hint={missing}
      status={<SaveLine status={status} />}
      keys={{
        ...stepping.keys,
        "ctrl+z": drawing.undo,
        "ctrl+shift+z": drawing.redo,
        "ctrl+y": drawing.redo,
      }}
      keyHelp={markingKeyHelp(t)}
    >
      <LeaveGuard status={status} submitting={submission.sent} hurry={saving.hurry} />
      {status.is === "conflict" ? (
        <DraftConflict item={item} stored={status.stored} here={marks} onChoose={choose} />
      ) : (
        <>
          <RationaleMarker
            tokens={item.tokens}
            tail={item.tail}
            language={item.language}
            mask={item.mask}
            answer={item.golden_answer}
            marks={marks}
            onStroke={drawing.stroke}
            onlyMarked={onlyMarked}
            withheld={stepping.hidden}
          />
          <MarkingTools
            tokens={item.tokens}
            marks={marks}
            stepping={stepping}
            markable={markable}
            onlyMarked={alone}
            onOnlyMarked={() => setAlone((now) => !now)}
            onUndo={drawing.canUndo ? drawing.undo : null}
            onRedo={drawing.canRedo ? drawing.redo : null}
            onSuggestion={
              suggestion && String(suggestion) !== String(marks) ? () => drawing.replace(suggestion) : null
            }
          />
          {previous && <LastRound item={item} previous={previous} marks={marks} />}
        </>
      )}
      {status.is === "refused" && <ErrorNotice error={status.error} onNext={submission.next} />}
    </TaskFrame>
  );
}
