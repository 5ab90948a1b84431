import { Text, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { scoreRationale } from "@/api/work";
import { GuessForm } from "@/features/guessing/GuessForm";
import { GuessOutcome } from "@/features/guessing/GuessOutcome";
import { type Guesses, useGuessing } from "@/features/guessing/useGuessing";
import { ScoreScales, type Scores } from "@/features/rationale-scoring/ScoreScales";
import { type TokenComments, TokenTrials } from "@/features/rationale-scoring/TokenTrials";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import type { Submission } from "@/features/task/useTask";
import { isInside } from "@/shared/tokens/cells";
import { numberKeys } from "@/shared/ui/numberKeys";
import { TokenText } from "@/shared/ui/TokenText";
import { useHeldKey } from "@/shared/ui/useKeys";
import { useWordSteps } from "@/shared/ui/useWordSteps";
import classes from "./JudgePage.module.css";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Draft {
  guesses: Guesses;
  scores: Scores;
  comment: string;
  tokenComments: TokenComments;
}

const NO_SCORES: Scores = { sufficiency: null, compactness: null };

/** Tests a rationale: first it stands alone and must let one guess, then each of its words is tried. */
export default function ScorePage() {
  return <TaskPage duty="score_rationale">{(work) => <Scoring {...work} />}</TaskPage>;
}

function Scoring({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, rationale, scales } = task;
  const { id } = task.assignment;
  const draft = useStoredDraft<Draft>(id);
  const guessing = useGuessing(1, draft?.guesses);
  const { revealed, guesses, seconds } = guessing;
  const [scores, setScores] = useState<Scores>(draft?.scores ?? NO_SCORES);
  const [active, setActive] = useState<keyof Scores>("sufficiency");
  const [comment, setComment] = useState(draft?.comment ?? "");
  const [tokenComments, setTokenComments] = useState<TokenComments>(draft?.tokenComments ?? {});
  useKeptDraft(id, { guesses, scores, comment, tokenComments });
  const marks = rationale?.tokens ?? [];
  // As the annotator's page counts: the masked words can't be marked.
  const markable = item.tokens.filter(({ index }) => !isInside(item.mask, index)).length;
  const stepping = useWordSteps(marks);
  const onlyMarked = useHeldKey("h") || !revealed || stepping.hidden !== null;
  const choose = (scale: keyof Scores, value: number) => {
    setScores({ ...scores, [scale]: value });
    // Two keys score an item: the second number goes to the second scale.
    setActive(scale === "sufficiency" ? "compactness" : "sufficiency");
  };
  const { sufficiency, compactness } = scores;
  const ready = rationale !== null && sufficiency !== null && compactness !== null;
  const { lookAhead, sent } = submission;
  const about = ready && !sent;
  useEffect(() => {
    if (about) lookAhead();
  }, [about, lookAhead]);
  const send = () => {
    if (!ready) return;
    const token_comments = Object.entries(tokenComments)
      .map(([index, remark]) => ({ index: Number(index), comment: remark.trim() }))
      .filter((remark) => remark.comment !== "");
    const guess = guesses.given[0] ?? "";
    const score = { sufficiency, compactness, comment, guess, guess_seconds: seconds, token_comments };
    submission.submit(score, async (body, key) => {
      await scoreRationale(slug, rationale.id, body, key);
      forgetDraft(id);
    });
  };
  const hint = () => {
    if (!revealed) return guessing.reveal ? null : t("guess.first");
    return ready ? null : t("score.scoreFirst");
  };
  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(revealed ? "score.lead" : "score.guessLead")}
      submitLabel={revealed ? t("score.submit") : t("score.reveal")}
      onSubmit={!revealed ? guessing.reveal : ready ? send : null}
      hint={hint()}
      keys={
        revealed
          ? { ...stepping.keys, ...numberKeys(scales[active], (value) => choose(active, value)) }
          : { "0": guessing.giveUp, r: guessing.reveal ?? undefined }
      }
      keyHelp={[
        { keys: ["0"], does: t("guess.noIdea") },
        { keys: ["1", "2", "3", "4"], does: t("keys.score") },
        { keys: ["h"], does: t("rationale.holdOnlyMarked") },
        { keys: ["n", "p"], does: t("steps.begin") },
      ]}
    >
      <TokenText
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        mask={item.mask}
        answer={revealed ? item.golden_answer : null}
        lookOf={(index) => {
          if (index === stepping.hidden) return "withheld";
          if (marks.includes(index)) return "marked";
          return onlyMarked && !isInside(item.mask, index) ? "blank" : undefined;
        }}
      />
      {revealed ? (
        <>
          <GuessOutcome guessing={guessing} answer={item.golden_answer ?? ""} language={item.language} />
          <TokenTrials
            tokens={item.tokens}
            marks={marks}
            stepping={stepping}
            comments={tokenComments}
            onComment={(index, remark) => setTokenComments({ ...tokenComments, [index]: remark })}
            language={item.language}
          />
        </>
      ) : (
        <GuessForm guessing={guessing} reveal={t("score.reveal")} language={item.language} />
      )}
      <div className={classes.scales}>
        <ScoreScales scales={scales} scores={scores} onChoose={choose} active={revealed ? active : null} />
      </div>
      {revealed && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("score.counted", { count: marks.length, total: markable })}
        </Text>
      )}
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
