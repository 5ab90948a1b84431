import { Alert } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { rateMask } from "@/api/work";
import { GuessForm } from "@/features/guessing/GuessForm";
import { GuessOutcome } from "@/features/guessing/GuessOutcome";
import { type Guesses, useGuessing } from "@/features/guessing/useGuessing";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import type { Submission } from "@/features/task/useTask";
import { numberKeys } from "@/shared/ui/numberKeys";
import { Scale } from "@/shared/ui/Scale";
import { TokenText } from "@/shared/ui/TokenText";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Draft {
  guesses: Guesses;
  confidence: number | null;
}

/** As many guesses as the scale asks about: it speaks of the top three. */
const GUESSES = 3;

/** Says how surely a hidden answer can be guessed: guess first, then look, then rate. */
export default function RateMaskPage() {
  return <TaskPage duty="rate_mask">{(work) => <Rating {...work} />}</TaskPage>;
}

function Rating({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, mask, scales } = task;
  const { id } = task.assignment;
  const draft = useStoredDraft<Draft>(id);
  const guessing = useGuessing(GUESSES, draft?.guesses);
  const { revealed, guesses, seconds } = guessing;
  const [confidence, setConfidence] = useState(draft?.confidence ?? null);
  useKeptDraft(id, { guesses, confidence });
  const send = () => {
    if (!mask || confidence === null) return;
    const rating = { proposal: mask.proposal, confidence, guesses: [...guesses.given], seconds };
    submission.submit(rating, async (body, key) => {
      await rateMask(slug, item.id, body, key);
      forgetDraft(id);
    });
  };
  const hint = () => {
    if (!revealed) return guessing.reveal ? null : t("guess.first");
    return confidence === null ? t("mask.rateFirst") : null;
  };
  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t("mask.rateLead")}
      submitLabel={revealed ? t("mask.rate") : t("mask.reveal")}
      onSubmit={!revealed ? guessing.reveal : confidence === null ? null : send}
      hint={hint()}
      keys={
        revealed
          ? numberKeys(scales.mask_confidence, setConfidence)
          : { "0": guessing.giveUp, r: guessing.reveal ?? undefined }
      }
      keyHelp={[
        { keys: ["0"], does: t("guess.noIdea") },
        { keys: ["r"], does: t("mask.reveal") },
        { keys: scales.mask_confidence.map(({ value }) => String(value)), does: t("keys.rate") },
      ]}
    >
      <TokenText
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        mask={mask}
        answer={revealed ? (mask?.golden_answer ?? null) : null}
      />
      {revealed ? (
        <>
          <GuessOutcome guessing={guessing} answer={mask?.golden_answer ?? ""} language={item.language} />
          {mask?.answer_elsewhere && (
            <Alert color="yellow" variant="light" title={t("mask.elsewhereTitle")} mb="md">
              {t("mask.elsewhere")}
            </Alert>
          )}
        </>
      ) : (
        <GuessForm guessing={guessing} reveal={t("mask.reveal")} language={item.language} />
      )}
      <Scale
        label={t("mask.scale")}
        steps={scales.mask_confidence}
        best={1}
        value={confidence}
        onChange={setConfidence}
        takesKeys={revealed}
        disabled={!revealed}
      />
    </TaskFrame>
  );
}
