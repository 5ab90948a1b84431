import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  opened: boolean;
  title: string;
  detail: string;
  yes: string;
  no?: string;
  busy?: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** Asks before something that can't be undone. Focus starts on the way back, not on the way on. */
export function ConfirmDialog({ opened, title, detail, yes, no, busy = false, onYes, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false}>
      <Text>{detail}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {no ?? t("common.cancel")}
        </Button>
        <Button color="red.9" onClick={onYes} loading={busy}>
          {yes}
        </Button>
      </Group>
    </Modal>
  );
}
