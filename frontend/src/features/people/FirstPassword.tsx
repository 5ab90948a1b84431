import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CreatedAccount } from "@/api/accounts";
import { nameOf } from "@/shared/i18n/useWords";
import { CopyLine } from "@/shared/ui/CopyLine";

/** The password of a new account, which the server tells this once. */
export function FirstPassword({ account }: { account: CreatedAccount }) {
  const { t } = useTranslation("admin");
  return (
    <Stack gap={4} mt="md" role="status">
      <Text fw={600}>{t("accounts.made", { name: nameOf(account) })}</Text>
      <CopyLine
        label={t("accounts.password", { username: account.username })}
        text={account.initial_password}
      />
      <Text size="sm" c="dimmed" maw="46rem">
        {t("accounts.once")}
      </Text>
    </Stack>
  );
}
