import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Account } from "@/api/accounts";
import { fullNameOf, nameOf } from "@/shared/i18n/useWords";

interface Props {
  account: Account;
  busy: boolean;
  onRetire: (anonymise: boolean) => void;
  onClose: () => void;
}

/** Asks how an account ends. Either way what the person did stays; focus starts on the way back. */
export function RetireDialog({ account, busy, onRetire, onClose }: Props) {
  const { t } = useTranslation("admin");
  const [ending, setEnding] = useState<"keep" | "anonymise">("keep");
  const name = nameOf(account);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("accounts.endTitle", { name: fullNameOf(account) })}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text>{t("accounts.endDetail", { name })}</Text>
        <Radio.Group
          label={t("accounts.nameAfter")}
          value={ending}
          onChange={(value) => setEnding(value as "keep" | "anonymise")}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="keep" label={t("accounts.keepName", { name })} />
            <Radio
              value="anonymise"
              label={t("accounts.anonymise", { id: account.id })}
              description={t("accounts.anonymiseHelp")}
            />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("accounts.keepAccount")}
          </Button>
          <Button color="red.9" loading={busy} onClick={() => onRetire(ending === "anonymise")}>
            {t("accounts.end")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
