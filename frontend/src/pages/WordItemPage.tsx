import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { previewItemWording, type Wording, wordItem } from "@/api/work";
import { WordingEditor } from "@/features/perturbation/WordingEditor";
import { ReasonDialog } from "@/features/task/ReasonDialog";
import { TaskFrame } from "@/features/task/TaskFrame";
import { TaskPage } from "@/features/task/TaskPage";
import { forgetDraft, useKeptDraft, useStoredDraft } from "@/features/task/useDraft";
import type { Submission } from "@/features/task/useTask";
import { QuestionSheet } from "@/features/wording/QuestionSheet";
import { startOf } from "@/features/wording/startOf";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { TokenText } from "@/shared/ui/TokenText";

interface Props {
  slug: string;
  task: Task;
  submission: Submission;
}

const PAUSE = 350;

/** Words a statement that no rule was sure of, or says that it can't be done. */
export default function WordItemPage() {
  return <TaskPage duty="word_item">{(work) => <WordingTask {...work} />}</TaskPage>;
}

function WordingTask({ slug, task, submission }: Props) {
  const { t } = useTranslation();
  const { item, wording } = task;
  const { id } = task.assignment;
  const answer = wording?.answer ?? "";
  const start = startOf(wording?.question ?? item.text, answer, item.language);
  const stored = useStoredDraft<Wording>(id);
  const [draft, setDraft] = useState<Wording>(stored ?? start);
  useKeptDraft(id, draft);
  const [settled] = useDebouncedValue(draft, PAUSE);
  const [impossible, dialog] = useDisclosure(false);
  const differs = ({ before, after }: Wording) => before !== start.before || after !== start.after;
  const changed = differs(draft);
  const preview = useQuery({
    queryKey: ["preview", "wording", item.id, settled.before, settled.after],
    queryFn: () => previewItemWording(slug, item.id, settled),
    enabled: differs(settled),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const send = (body: { impossible: boolean; reason: string }) =>
    submission.submit({ ...draft, ...body }, async (given, key) => {
      await wordItem(slug, item.id, given, key);
      forgetDraft(id);
    });
  const ready = changed && (draft.before + draft.after).trim() !== "" && !preview.isError;

  return (
    <TaskFrame
      task={task}
      submission={submission}
      lead={t(answer ? "wording.lead" : "wording.leadNoAnswer")}
      submitLabel={t("wording.submit")}
      onSubmit={ready ? () => send({ impossible: false, reason: "" }) : null}
      hint={changed ? null : t("wording.change")}
      keys={{ x: dialog.open }}
      keyHelp={[{ keys: ["x"], does: t("wording.impossible") }]}
    >
      <Stack gap="lg">
        {wording && <QuestionSheet wording={wording} language={item.language} />}
        <div>
          <Text fw={600} mb={4}>
            {t("wording.edit")}
          </Text>
          {answer ? (
            <WordingEditor
              initial={draft}
              answer={answer}
              language={item.language}
              labels={{ before: t("wording.before"), after: t("wording.after") }}
              onChange={setDraft}
            />
          ) : (
            <Textarea
              aria-label={t("wording.text")}
              autosize
              minRows={2}
              value={draft.before}
              onChange={(event) => setDraft({ before: event.currentTarget.value, after: "" })}
            />
          )}
        </div>
        {changed && preview.error && <ErrorNotice error={preview.error} />}
        {changed && preview.data && !preview.error && (
          <section aria-live="polite">
            <Text size="sm" c="dimmed">
              {t("wording.preview")}
            </Text>
            <TokenText
              size="small"
              tokens={preview.data.tokens}
              tail={preview.data.tail}
              language={item.language}
              mask={preview.data.mask}
              answer={null}
            />
          </section>
        )}
        <Group>
          <Button variant="subtle" color="red" disabled={submission.busy} onClick={dialog.open}>
            {t("wording.impossible")}
          </Button>
        </Group>
      </Stack>
      <ReasonDialog
        title={t("wording.impossibleTitle")}
        label={t("wording.impossibleReason")}
        submit={t("wording.impossibleSubmit")}
        opened={impossible}
        onClose={dialog.close}
        onSubmit={(reason) => send({ impossible: true, reason })}
      />
    </TaskFrame>
  );
}
