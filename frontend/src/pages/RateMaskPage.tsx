import { Alert, Button, Kbd } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { rateMask } from "@/api/work";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import type { Submission } from "@/features/task/useTask";
import { numberKeys } from "@/shared/ui/numberKeys";
import { Scale } from "@/shared/ui/Scale";
import { TokenText } from "@/shared/ui/TokenText";
import classes from "./JudgePage.module.css";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

/** Says how surely a hidden answer can be guessed: guess first, then look, then rate. */
export default function RateMaskPage() {
  return <TaskPage duty="rate_mask">{(work) => <Rating {...work} />}</TaskPage>;
}

function Rating({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, mask, scales } = task;
  const [revealed, setRevealed] = useState(false);
  const [confidence, setConfidence] = useState<number | null>(null);
  const reveal = () => setRevealed(true);
  const send = () => {
    if (mask && confidence !== null) {
      const rating = { proposal: mask.proposal, confidence };
      submission.submit(rating, (body, key) => rateMask(slug, item.id, body, key));
    }
  };
  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t("mask.rateLead")}
      submitLabel={revealed ? t("mask.rate") : t("mask.reveal")}
      onSubmit={!revealed ? reveal : confidence === null ? null : send}
      hint={revealed && confidence === null ? t("mask.rateFirst") : null}
      keys={{ r: reveal, ...(revealed ? numberKeys(scales.mask_confidence, setConfidence) : {}) }}
      keyHelp={[
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
      <div className={classes.reveal}>
        {revealed ? (
          mask?.answer_elsewhere && (
            <Alert color="yellow" variant="light" title={t("mask.elsewhereTitle")}>
              {t("mask.elsewhere")}
            </Alert>
          )
        ) : (
          <Button variant="light" onClick={reveal}>
            {t("mask.reveal")} <Kbd ms="0.5em">r</Kbd>
          </Button>
        )}
      </div>
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
