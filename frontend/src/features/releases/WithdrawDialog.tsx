import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";

interface Props {
  version: string;
  opened: boolean;
  busy: boolean;
  error: unknown;
  onWithdraw: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a release should no longer be used. */
export function WithdrawDialog({ version, opened, busy, error, onWithdraw, onClose }: Props) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (reason.trim()) onWithdraw(reason.trim());
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("releases.withdrawTitle", { version })}
      withCloseButton={false}
    >
      <form onSubmit={submit} noValidate>
        <Text mb="md">{t("releases.withdrawDetail")}</Text>
        <Textarea
          label={t("releases.reason")}
          description={t("releases.reasonHelp")}
          value={reason}
          error={tried && !reason.trim() ? t("releases.reasonMissing") : null}
          onChange={(event) => setReason(event.currentTarget.value)}
          rows={3}
          data-autofocus
        />
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common("common.cancel")}
          </Button>
          <Button type="submit" color="red.9" loading={busy}>
            {t("releases.withdraw")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
