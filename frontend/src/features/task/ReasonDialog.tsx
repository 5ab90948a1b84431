import { Button, Group, Modal, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  /** What is done and needs a reason. */
  about: "skip" | "flag";
  opened: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks for a sentence before an item is skipped or flagged. */
export function ReasonDialog({ about, opened, onClose, onSubmit }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onClose();
    onSubmit(reason.trim());
    setReason("");
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t(`task.${about}.title`)}>
      <form onSubmit={submit}>
        <Textarea
          label={t(`task.${about}.reason`)}
          description={t(`task.${about}.explain`)}
          data-autofocus
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={reason.trim() === ""}>
            {t(`task.${about}.submit`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
