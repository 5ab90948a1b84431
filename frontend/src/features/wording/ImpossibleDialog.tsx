import { Button, Group, Modal, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  opened: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks why no statement can be made of a record, before it is rejected. */
export function ImpossibleDialog({ opened, onClose, onSubmit }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onClose();
    onSubmit(reason.trim());
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t("wording.impossibleTitle")}>
      <form onSubmit={submit}>
        <Textarea
          label={t("wording.impossibleReason")}
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
            {t("wording.impossibleSubmit")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
