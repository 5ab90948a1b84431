import { Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { benchmarkQuery } from "@/api/benchmarks";
import type { PerturbationType, Task } from "@/api/types";
import { createPerturbation, previewPerturbation } from "@/api/work";
import { Alignment } from "@/features/perturbation/Alignment";
import { PairText } from "@/features/perturbation/PairText";
import { PreviewState } from "@/features/perturbation/PreviewState";
import { SuggestionPanel } from "@/features/perturbation/SuggestionPanel";
import { TypeChoice, typeKeys } from "@/features/perturbation/TypeChoice";
import { useAskedWarnings } from "@/features/perturbation/useAskedWarnings";
import { type OwnLinks, useOwnLinks } from "@/features/perturbation/useOwnLinks";
import { isSame, usePreview } from "@/features/perturbation/usePreview";
import { useSuggestions } from "@/features/perturbation/useSuggestions";
import { WarningList } from "@/features/perturbation/WarningList";
import { type EditorHandle, WordingEditor } from "@/features/perturbation/WordingEditor";
import { wordingOf } from "@/features/perturbation/wordingOf";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import type { Submission } from "@/features/task/useTask";
import { projectionOf } from "@/shared/tokens/links";
import { TokenText } from "@/shared/ui/TokenText";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

interface Draft {
  type: PerturbationType | null;
  before: string;
  after: string;
  note: string;
  ownLinks: OwnLinks | null;
  /** Ids of the machine-made suggestions that the wording took up. */
  suggestions?: number[];
}

/** Rewrites an accepted original around its mask: first the kind of change, then the words. */
export default function PerturbPage() {
  return <TaskPage duty="create_perturbation">{(work) => <Perturbing {...work} />}</TaskPage>;
}

function Perturbing({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item } = task;
  const { id } = task.assignment;
  const original = wordingOf(item);
  const stored = useStoredDraft<Draft>(id);
  const [draft, setDraft] = useState<Draft>(stored ?? { type: null, note: "", ownLinks: null, ...original });
  useKeptDraft(id, draft);
  const { type, note, ownLinks, suggestions: used = [], ...wording } = draft;
  const editor = useRef<EditorHandle>(null);
  const asking = useRef<HTMLButtonElement>(null);
  const suggestions = useSuggestions({
    slug,
    item: item.id,
    wording,
    editor,
    used,
    onUsed: (ids) => setDraft((now) => ({ ...now, suggestions: ids })),
  });
  const unchanged = type === null || isSame(wording, original);
  const preview = usePreview({
    about: [item.id, type],
    given: original,
    wording,
    answer: item.golden_answer ?? "",
    ownLinks,
    active: type !== null,
    fetchPreview: (settled, links) =>
      previewPerturbation(slug, item.id, type ?? "dispensable", settled, links),
  });
  const rationale = task.perturbation?.original_rationale ?? [];
  const { data: benchmark } = useQuery(benchmarkQuery(slug));
  const alignment = useOwnLinks(preview.shown, ownLinks, (own) =>
    setDraft((now) => ({ ...now, ownLinks: own })),
  );
  const asked = useAskedWarnings(submission.error, preview.shown?.warnings ?? []);
  const choose = (chosen: PerturbationType) => setDraft({ ...draft, type: chosen });
  const ready = !unchanged && preview.settled && preview.unconfirmed === 0;
  const send = () => {
    if (!type) return;
    const links = alignment.own?.map((link) => [...link]);
    const made = {
      type,
      ...wording,
      confirmed_warnings: [...preview.confirmed, ...asked.confirmed],
      note,
      suggestions: used,
      ...(links && { links }),
    };
    submission.submit(made, async (body, key) => {
      await createPerturbation(slug, item.id, body, key);
      forgetDraft(id);
    });
  };
  const hint = !type
    ? t("perturb.typeFirst")
    : unchanged
      ? t("perturb.changeFirst")
      : preview.unconfirmed > 0 && preview.settled
        ? t("perturb.confirmFirst")
        : null;

  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t("perturb.lead")}
      submitLabel={t("perturb.submit")}
      onSubmit={ready ? send : null}
      hint={hint}
      keys={typeKeys(choose)}
      keyHelp={[
        { keys: ["1", "2", "3"], does: t("perturb.type") },
        { keys: ["Ctrl+Space"], does: t("perturb.suggest.title") },
      ]}
    >
      <Stack gap="lg">
        <TypeChoice
          value={type}
          onChange={choose}
          counts={task.perturbations_by_type ?? {}}
          quota={benchmark?.settings.perturbations_per_type ?? null}
        />
        {type ? (
          <>
            <div>
              <Text fw={600} mb={4}>
                {t("perturb.edit")}
              </Text>
              <WordingEditor
                initial={wording}
                answer={item.golden_answer ?? ""}
                language={item.language}
                onChange={(edited) => setDraft((now) => ({ ...now, ...edited }))}
                onPlace={suggestions.moveTo}
                onAsk={() => asking.current?.focus()}
                ref={editor}
              />
              <SuggestionPanel
                slug={slug}
                language={item.language}
                wording={wording}
                suggestions={suggestions}
                first={asking}
              />
            </div>
            {preview.shown && !preview.error ? (
              <>
                <PairText
                  original={{ ...item, rationale }}
                  perturbed={{ ...preview.shown, rationale: projectionOf(rationale, alignment.links) }}
                  language={item.language}
                  links={alignment.links}
                />
                <Alignment
                  original={{ ...item, rationale }}
                  perturbed={{ ...preview.shown, rationale: projectionOf(rationale, alignment.links) }}
                  language={item.language}
                  links={alignment.links}
                  onChange={alignment.change}
                  onReset={alignment.reset}
                />
              </>
            ) : (
              <PreviewState waiting={preview.waiting} error={preview.error} />
            )}
            <WarningList
              warnings={preview.shown?.warnings ?? []}
              confirmed={preview.confirmed}
              onConfirm={preview.confirm}
            />
            <WarningList warnings={asked.warnings} confirmed={asked.confirmed} onConfirm={asked.confirm} />
            <Textarea
              label={t("perturb.note")}
              autosize
              minRows={1}
              value={note}
              onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
            />
          </>
        ) : (
          <TokenText
            tokens={item.tokens}
            tail={item.tail}
            language={item.language}
            mask={item.mask}
            answer={item.golden_answer}
            lookOf={(index) => (rationale.includes(index) ? "marked" : undefined)}
          />
        )}
      </Stack>
    </TaskFrame>
  );
}
