import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Place } from "@/api/assignments";

interface Props {
  place: Place;
  busy: boolean;
  onTakeOver: (reason: string) => void;
  onClose: () => void;
}

/** Asks why somebody's place ends before they are done. The reason stands in the item's history. */
export function TakeOverDialog({ place, busy, onTakeOver, onClose }: Props) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation();
  const [reason, setReason] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    onTakeOver(reason.trim());
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("assignments.takeOverTitle", { item: place.external_id, name: place.person })}
      withCloseButton={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{t("assignments.takeOverDetail", { name: place.person })}</Text>
          <Textarea
            label={t("assignments.why")}
            description={t("assignments.whyHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            autosize
            minRows={2}
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common("common.cancel")}
            </Button>
            <Button type="submit" loading={busy} disabled={!reason.trim()}>
              {t("assignments.takeOver")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
