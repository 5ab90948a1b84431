import { Avatar, Menu, Text, UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { signOut } from "@/api/session";
import type { Person } from "@/api/types";
import { ACCOUNT, ACCOUNTS } from "@/shared/paths";

/** First letters of the first and last word; a name in one piece, as in Chinese, gives its first character. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? "")[0] ?? "").join("");
}

export function PersonMenu({ person }: { person: Person }) {
  const { t } = useTranslation();
  const name = person.display_name || person.username;
  const leave = useMutation({
    mutationFn: signOut,
    // A fresh page, so that nothing the last person saw stays in memory for the next one.
    onSuccess: () => window.location.assign("/sign-in"),
  });

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={t("shell.personMenu", { name })} ml={4} style={{ borderRadius: 32 }}>
          <Avatar size={32} color="petrol" variant="light">
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--wb-ink)">
            {name}
          </Text>
          <Text size="xs">{person.username}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={ACCOUNT}>
          {t("shell.account")}
        </Menu.Item>
        {person.is_staff && (
          <Menu.Item component={Link} to={ACCOUNTS}>
            {t("shell.accounts")}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => leave.mutate()}>{t("shell.signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
