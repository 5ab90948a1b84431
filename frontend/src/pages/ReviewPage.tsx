import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PerturbationTask, PerturbationType, Task, Verdict } from "@/api/types";
import { type NewReview, previewChange, reviewPerturbation, type Wording } from "@/api/work";
import { Alignment } from "@/features/perturbation/Alignment";
import { PairText } from "@/features/perturbation/PairText";
import { SplitReviews } from "@/features/perturbation/SplitReviews";
import { useAskedWarnings } from "@/features/perturbation/useAskedWarnings";
import { type OwnLinks, useOwnLinks } from "@/features/perturbation/useOwnLinks";
import { isSame, usePreview } from "@/features/perturbation/usePreview";
import { VerdictChoice, verdictKeys } from "@/features/perturbation/VerdictChoice";
import { WarningList } from "@/features/perturbation/WarningList";
import { WordingEditor } from "@/features/perturbation/WordingEditor";
import { wordingOf } from "@/features/perturbation/wordingOf";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import { useDuty } from "@/features/task/useDuty";
import type { Submission } from "@/features/task/useTask";
import { projectionOf } from "@/shared/tokens/links";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Draft {
  verdict: Verdict | null;
  reason: string;
  version: number;
  wording: Wording;
  ownLinks: OwnLinks | null;
}

/** Judges a perturbed text beside its original; a senior settles where two reviewers disagree. */
export default function ReviewPage() {
  return (
    <TaskPage duty={useDuty()}>
      {(work) => work.task.perturbation && <Reviewing {...work} perturbation={work.task.perturbation} />}
    </TaskPage>
  );
}

function Reviewing({ slug, task, submission, perturbation }: Props & { perturbation: PerturbationTask }) {
  const { t } = useTranslation();
  const settles = task.assignment.duty === "settle_perturbation";
  const { id } = task.assignment;
  const draft = useStoredDraft<Draft>(id);
  const [verdict, setVerdict] = useState(draft?.verdict ?? null);
  const [reason, setReason] = useState(draft?.reason ?? "");
  const [version, setVersion] = useState(draft?.version ?? perturbation.versions[0]?.number ?? 1);
  const given = wordingOf(task.item);
  const [wording, setWording] = useState(draft?.wording ?? given);
  const [ownLinks, setOwnLinks] = useState(draft?.ownLinks ?? null);
  useKeptDraft(id, { verdict, reason, version, wording, ownLinks });
  const changing = verdict === "approve_with_changes";
  const preview = usePreview({
    about: ["review", perturbation.id],
    given,
    wording,
    answer: task.item.golden_answer ?? "",
    ownLinks,
    active: changing,
    fetchPreview: (settled, links) => previewChange(slug, perturbation.id, settled, links),
  });

  const reworded = !isSame(wording, given);
  const shown = preview.shown ?? { ...task.item, links: perturbation.links };
  const alignment = useOwnLinks(shown, changing ? ownLinks : null, setOwnLinks);
  const asked = useAskedWarnings(submission.error, preview.shown?.warnings ?? []);
  const rationale = perturbation.original_rationale;
  const original = { ...perturbation.original, rationale };
  const perturbed = { ...shown, rationale: projectionOf(rationale, alignment.links) };

  const missing = missingStep();
  function missingStep() {
    if (!verdict) return t("review.verdictFirst");
    if (verdict === "reject" && reason.trim() === "") return t("review.reasonFirst");
    if (changing && !reworded && !alignment.own) return t("review.changeFirst");
    if (changing && preview.settled && preview.unconfirmed > 0) return t("perturb.confirmFirst");
    return null;
  }
  const ready = missing === null && (!changing || preview.settled);

  function send() {
    if (!verdict) return;
    const review: NewReview = { verdict, reason: verdict === "approve" ? "" : reason.trim() };
    if (changing) {
      const links = alignment.own?.map((link) => [...link]);
      const confirmed_warnings = [...preview.confirmed, ...asked.confirmed];
      Object.assign(review, wording, { confirmed_warnings }, links && { links });
    }
    if (settles && verdict === "approve") review.version = version;
    submission.submit(review, async (body, key) => {
      await reviewPerturbation(slug, perturbation.id, body, key);
      forgetDraft(id);
    });
  }

  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(settles ? "review.settleLead" : "review.lead", {
        type: t(`perturb.types.${perturbation.type as PerturbationType}.title`),
      })}
      submitLabel={t("review.submit")}
      onSubmit={ready ? send : null}
      hint={missing}
      keys={verdictKeys(!settles, setVerdict)}
      keyHelp={[{ keys: settles ? ["1", "2"] : ["1", "2", "3"], does: t("review.verdict") }]}
      wide
    >
      <Stack gap="lg">
        {perturbation.note && (
          <Text size="sm" c="dimmed">
            {t("review.note", { note: perturbation.note })}
          </Text>
        )}
        {settles ? (
          <SplitReviews perturbation={perturbation} version={version} onVersion={setVersion} />
        ) : (
          <PairText
            original={original}
            perturbed={perturbed}
            language={task.item.language}
            links={alignment.links}
          />
        )}
        {!settles && (
          <Alignment
            original={original}
            perturbed={perturbed}
            language={task.item.language}
            links={alignment.links}
            {...(changing && { onChange: alignment.change, onReset: alignment.reset })}
          />
        )}
        <VerdictChoice
          value={verdict}
          mayChange={!settles}
          onChange={setVerdict}
          reason={reason}
          onReason={setReason}
        />
        {changing && (
          <>
            <Text fw={600} mb={-16}>
              {t("perturb.edit")}
            </Text>
            <WordingEditor
              initial={wording}
              answer={task.item.golden_answer ?? ""}
              language={task.item.language}
              onChange={setWording}
            />
            {preview.error && <ErrorNotice error={preview.error} />}
            <WarningList
              warnings={preview.shown?.warnings ?? []}
              confirmed={preview.confirmed}
              onConfirm={preview.confirm}
            />
            <WarningList warnings={asked.warnings} confirmed={asked.confirmed} onConfirm={asked.confirm} />
          </>
        )}
      </Stack>
    </TaskFrame>
  );
}
