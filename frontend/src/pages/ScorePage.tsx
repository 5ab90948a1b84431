import { Button, Kbd, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { scoreRationale } from "@/api/work";
import { ScoreScales, type Scores } from "@/features/rationale-scoring/ScoreScales";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import type { Submission } from "@/features/task/useTask";
import { isInside } from "@/shared/tokens/cells";
import { numberKeys } from "@/shared/ui/numberKeys";
import { TokenText } from "@/shared/ui/TokenText";
import classes from "./JudgePage.module.css";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Draft {
  revealed: boolean;
  scores: Scores;
  comment: string;
}

/** Judges a rationale: first it stands alone and must let one guess, then the whole text is shown. */
export default function ScorePage() {
  return <TaskPage duty="score_rationale">{(work) => <Scoring {...work} />}</TaskPage>;
}

function Scoring({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, rationale, scales } = task;
  const { id } = task.assignment;
  const draft = useStoredDraft<Draft>(id);
  const [revealed, setRevealed] = useState(draft?.revealed ?? false);
  const [scores, setScores] = useState<Scores>(draft?.scores ?? { sufficiency: null, compactness: null });
  const [active, setActive] = useState<keyof Scores>("sufficiency");
  const [comment, setComment] = useState(draft?.comment ?? "");
  useKeptDraft(id, { revealed, scores, comment });
  const marked = new Set(rationale?.tokens);
  // As the annotator's page counts: the masked words can't be marked.
  const markable = item.tokens.filter(({ index }) => !isInside(item.mask, index)).length;
  const reveal = () => setRevealed(true);
  const choose = (scale: keyof Scores, value: number) => {
    setScores({ ...scores, [scale]: value });
    // Two keys score an item: the second number goes to the second scale.
    setActive(scale === "sufficiency" ? "compactness" : "sufficiency");
  };
  const { sufficiency, compactness } = scores;
  const ready = rationale !== null && sufficiency !== null && compactness !== null;
  const send = () => {
    if (!ready) return;
    const score = { sufficiency, compactness, comment, guess: "" };
    submission.submit(score, async (body, key) => {
      await scoreRationale(slug, rationale.id, body, key);
      forgetDraft(id);
    });
  };
  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(revealed ? "score.lead" : "score.guessLead")}
      submitLabel={revealed ? t("score.submit") : t("score.reveal")}
      onSubmit={!revealed ? reveal : ready ? send : null}
      hint={revealed && !ready ? t("score.scoreFirst") : null}
      keys={{ r: reveal, ...(revealed ? numberKeys(scales[active], (value) => choose(active, value)) : {}) }}
      keyHelp={[
        { keys: ["r"], does: t("score.reveal") },
        { keys: ["1", "2", "3", "4"], does: t("keys.score") },
      ]}
    >
      <TokenText
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        mask={item.mask}
        answer={revealed ? item.golden_answer : null}
        lookOf={(index) => {
          if (marked.has(index)) return "marked";
          return revealed || isInside(item.mask, index) ? undefined : "blank";
        }}
      />
      <div className={classes.reveal}>
        {revealed ? (
          <Text size="sm" c="dimmed">
            {t("score.counted", { count: marked.size, total: markable })}
          </Text>
        ) : (
          <Button variant="light" onClick={reveal}>
            {t("score.reveal")} <Kbd ms="0.5em">r</Kbd>
          </Button>
        )}
      </div>
      <div className={classes.scales}>
        <ScoreScales scales={scales} scores={scores} onChoose={choose} active={revealed ? active : null} />
      </div>
      <Textarea
        mt="lg"
        label={t("score.comment")}
        description={t("score.commentHelp")}
        autosize
        minRows={2}
        disabled={!revealed}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </TaskFrame>
  );
}
