import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { proposeMask } from "@/api/work";
import { SpanPicker } from "@/features/mask-proposal/SpanPicker";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import type { Submission } from "@/features/task/useTask";
import { type Span, surface } from "@/shared/tokens/cells";
import { TokenText } from "@/shared/ui/TokenText";
import classes from "./ProposeMaskPage.module.css";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

/** Chooses the words a model has to guess. */
export default function ProposeMaskPage() {
  return <TaskPage duty="propose_mask">{(work) => <Proposing {...work} />}</TaskPage>;
}

function Proposing({ slug, task: { item, ...task }, submission }: Props) {
  const { t } = useTranslation();
  const [span, setSpan] = useState<Span | null>(null);
  const whole = span !== null && span.end - span.start === item.tokens.length;
  const ready = span !== null && !whole;
  const send = () => {
    if (span) submission.submit(span, (body, key) => proposeMask(slug, item.id, body, key));
  };
  return (
    <TaskFrame
      task={{ item, ...task }}
      submission={submission}
      lead={t("mask.proposeLead")}
      submitLabel={t("mask.propose")}
      onSubmit={ready ? send : null}
      hint={whole ? t("mask.notWhole") : span ? null : t("mask.pickFirst")}
      keyHelp={[
        { keys: ["←", "→", "↑", "↓"], does: t("keys.move") },
        { keys: ["Space"], does: t("mask.pickOne") },
        { keys: ["Shift + ←", "Shift + →"], does: t("mask.pickMany") },
      ]}
    >
      <SpanPicker
        tokens={item.tokens}
        tail={item.tail}
        language={item.language}
        span={span}
        onPick={setSpan}
      />
      <section className={classes.preview} aria-live="polite">
        <Text size="sm" c="dimmed">
          {span ? t("mask.previewOf", { answer: surface(item.tokens, span) }) : t("mask.previewEmpty")}
        </Text>
        <TokenText
          size="small"
          tokens={item.tokens}
          tail={item.tail}
          language={item.language}
          mask={span}
          answer={null}
        />
      </section>
    </TaskFrame>
  );
}
