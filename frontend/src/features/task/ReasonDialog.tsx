import { Button, Group, Modal, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  title: string;
  /** What is asked. */
  label: string;
  explain?: string;
  /** What the button says. */
  submit: string;
  opened: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks for a sentence before something is done that others have to understand. */
export function ReasonDialog({ title, label, explain, submit: does, opened, onClose, onSubmit }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onClose();
    onSubmit(reason.trim());
    setReason("");
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Textarea
          label={label}
          description={explain}
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
            {does}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
