import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Account } from "@/api/accounts";
import { fullNameOf, nameOf } from "@/shared/i18n/useWords";
import { StateBadge } from "@/shared/ui/StateBadge";
import classes from "./MemberList.module.css";

interface Props {
  accounts: readonly Account[];
  /** The person who looks at the list: nobody ends their own account. */
  own: number;
  onRetire: (account: Account) => void;
}

/** Everybody with an entry to this server, those who left among them. */
export function AccountList({ accounts, own, onRetire }: Props) {
  const { t } = useTranslation("admin");
  return (
    <ul className={classes.list}>
      {accounts.map((account) => (
        <li key={account.id} className={classes.person}>
          <div>
            <Text fw={account.is_active ? 600 : 400} c={account.is_active ? "var(--wb-ink)" : "dimmed"}>
              {nameOf(account)}
            </Text>
            {nameOf(account) !== account.username && (
              <Text size="sm" c="dimmed">
                {account.username}
              </Text>
            )}
          </div>
          <Group gap="xs">
            {account.is_staff && <StateBadge tone="neutral">{t("accounts.isStaff")}</StateBadge>}
            {!account.is_active && <StateBadge tone="neutral">{t("accounts.retired")}</StateBadge>}
            {account.is_active && account.id !== own && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t("accounts.retireWhom", { name: fullNameOf(account) })}
                onClick={() => onRetire(account)}
              >
                {t("accounts.retire")}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}
