import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import type { SaveStatus } from "./MarkSaver";

interface Props {
  status: SaveStatus;
  /** Whether a submission is on its way: it may leave as soon as it is in. */
  submitting: boolean;
  hurry: () => void;
}

/** Holds whoever leaves until the marks are saved, and asks them where that can't be done now. */
export function LeaveGuard({ status, submitting, hurry }: Props) {
  const { t } = useTranslation();
  const unsaved = !submitting && status.is !== "saved" && status.is !== "refused";
  const blocker = useBlocker(unsaved);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (unsaved) hurry();
    else blocker.proceed();
  }, [blocker, unsaved, hurry]);

  return (
    <Modal
      opened={blocker.state === "blocked" && status.is !== "saving" && unsaved}
      onClose={() => blocker.reset?.()}
      title={t("rationale.leave.title")}
    >
      <Text>{t("rationale.leave.detail")}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t("rationale.leave.go")}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {t("rationale.leave.stay")}
        </Button>
      </Group>
    </Modal>
  );
}
