import { Button, Group, Modal, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  opened: boolean;
  onClose: () => void;
  onSkip: (reason: string) => void;
}

export function SkipDialog({ opened, onClose, onSkip }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onClose();
    onSkip(reason.trim());
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t("task.skip.title")}>
      <form onSubmit={submit}>
        <Textarea
          label={t("task.skip.reason")}
          description={t("task.skip.explain")}
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
            {t("task.skip.submit")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
