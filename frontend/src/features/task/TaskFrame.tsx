import { Button, Drawer, Group, Kbd, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types";
import { Column } from "@/shared/ui/Column";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { type KeyHelp, KeyLegend } from "@/shared/ui/KeyLegend";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { type KeyMap, useKeys } from "@/shared/ui/useKeys";
import { ReasonDialog } from "./ReasonDialog";
import classes from "./TaskFrame.module.css";
import type { Submission } from "./useTask";

interface Props {
  task: Task;
  submission: Submission;
  /** What to do here, in one sentence. */
  lead: string;
  /** The main step: what its button says, what it does; without `onSubmit` it is not possible yet. */
  submitLabel: string;
  onSubmit: (() => void) | null;
  /** Why the main step is not possible yet, or what it will do. */
  hint?: ReactNode;
  /** Whether the server has what was done so far, where the page saves by itself. */
  status?: ReactNode;
  keys?: KeyMap;
  keyHelp?: readonly KeyHelp[];
  wide?: boolean;
  children: ReactNode;
}

/** What all tasks share: the head with its guideline, the foot with Submit and Skip, and their keys. */
export function TaskFrame(props: Props) {
  const {
    task,
    submission,
    lead,
    submitLabel,
    onSubmit,
    hint,
    status,
    keys,
    keyHelp = [],
    wide = false,
  } = props;
  const { t, i18n } = useTranslation();
  const [guideline, showGuideline] = useDisclosure(false);
  const [skipping, showSkip] = useDisclosure(false);
  const [flagging, showFlag] = useDisclosure(false);
  const [legend, showLegend] = useDisclosure(false);
  const { duty } = task.assignment;
  const submit = () => {
    if (onSubmit && !submission.busy) onSubmit();
  };

  useKeys({
    Enter: submit,
    s: showSkip.open,
    f: showFlag.open,
    g: showGuideline.open,
    "?": showLegend.open,
    ...keys,
  });

  const language = new Intl.DisplayNames([i18n.language], { type: "language" }).of(task.item.language);
  const dimension = i18n.exists(`dimension.${task.item.dimension}`)
    ? t(`dimension.${task.item.dimension}` as "dimension.semantics")
    : task.item.dimension;
  const rounds = duty.endsWith("_rationale")
    ? [t("task.round", { round: task.item.round, rounds: task.rounds })]
    : [];

  return (
    <Column wide={wide}>
      <title>{`${t(`duty.${duty}.title`)} · Whybench`}</title>
      {submission.busy && <LoadingLine />}
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={1} size="h2">
          {t(`duty.${duty}.title`)}
        </Title>
        <Group gap={4} mx={-10}>
          <Button variant="subtle" size="compact-sm" onClick={showGuideline.open}>
            {t("task.guideline")} <Kbd className={classes.key}>g</Kbd>
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={showFlag.open}>
            {t("task.flag.open")} <Kbd className={classes.key}>f</Kbd>
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={showLegend.open}>
            {t("keys.title")} <Kbd className={classes.key}>?</Kbd>
          </Button>
        </Group>
      </Group>
      <Text c="dimmed" size="sm">
        {[dimension, language, ...rounds].join(" · ")}
      </Text>
      <Text mt="sm" mb="md">
        {lead}
      </Text>
      {props.children}
      <div className={classes.foot}>
        <Text size="sm" c="dimmed" role="status">
          {submission.flagged && t("task.flag.done")}
        </Text>
        {submission.error && (
          <div className={classes.error}>
            <ErrorNotice error={submission.error} onNext={submission.next} />
          </div>
        )}
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <Button variant="default" disabled={submission.busy} onClick={showSkip.open}>
            {t("task.skip.open")} <Kbd className={classes.key}>s</Kbd>
          </Button>
          <Text component="div" size="sm" c="dimmed" className={classes.hint}>
            <div aria-live="polite">{hint}</div>
            {status}
          </Text>
          <Button disabled={!onSubmit} loading={submission.busy} onClick={submit} className={classes.submit}>
            {submitLabel} <span className={classes.enter}>⏎</span>
          </Button>
        </Group>
      </div>
      <Drawer opened={guideline} onClose={showGuideline.close} title={t("task.guideline")} size="md">
        <Text style={{ whiteSpace: "pre-line" }}>{task.guideline || t("task.noGuideline")}</Text>
      </Drawer>
      <ReasonDialog
        title={t("task.skip.title")}
        label={t("task.skip.reason")}
        explain={t("task.skip.explain")}
        submit={t("task.skip.submit")}
        opened={skipping}
        onClose={showSkip.close}
        onSubmit={submission.skip}
      />
      <ReasonDialog
        title={t("task.flag.title")}
        label={t("task.flag.reason")}
        explain={t("task.flag.explain")}
        submit={t("task.flag.submit")}
        opened={flagging}
        onClose={showFlag.close}
        onSubmit={submission.flag}
      />
      <KeyLegend
        opened={legend}
        onClose={showLegend.close}
        entries={[
          ...keyHelp,
          { keys: ["Enter"], does: submitLabel },
          { keys: ["s"], does: t("task.skip.open") },
          { keys: ["f"], does: t("task.flag.open") },
          { keys: ["g"], does: t("task.guideline") },
          { keys: ["?"], does: t("keys.title") },
          { keys: ["Esc"], does: t("keys.leaveText") },
        ]}
      />
    </Column>
  );
}
