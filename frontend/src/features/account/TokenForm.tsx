import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccessToken } from "@/api/session";
import { moment } from "@/shared/numbers/format";
import { CopyLine } from "@/shared/ui/CopyLine";
import { PasswordField } from "@/shared/ui/PasswordField";

interface Props {
  busy: boolean;
  /** The one just made; it is never shown again. */
  made: AccessToken | null;
  onMake: (password: string, days: number) => Promise<unknown>;
}

const DAYS = ["7", "30", "90", "365"];

/** Makes a token for scripts. The server asks for the password again: a token acts as the person. */
export function TokenForm({ busy, made, onMake }: Props) {
  const { t, i18n } = useTranslation();
  const [password, setPassword] = useState("");
  const [days, setDays] = useState("90");

  function submit(event: FormEvent) {
    event.preventDefault();
    onMake(password, Number(days)).then(
      () => setPassword(""),
      // A refusal keeps the entry, so that a slip can be corrected.
      () => {},
    );
  }

  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <PasswordField
            label={t("account.token.password")}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            w={{ base: "100%", xs: "16rem" }}
          />
          <Select
            label={t("account.token.days")}
            data={DAYS.map((value) => ({
              value,
              label: t("account.token.dayCount", { count: Number(value) }),
            }))}
            value={days}
            onChange={(value) => value && setDays(value)}
            allowDeselect={false}
            w={{ base: "100%", xs: "8rem" }}
          />
          <Button type="submit" loading={busy} disabled={!password}>
            {t("account.token.submit")}
          </Button>
        </Group>
      </form>
      {made && (
        <div role="status">
          <CopyLine
            label={t("account.token.made", { until: moment(made.expires_at, i18n.language) })}
            text={`Authorization: Token ${made.token}`}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {t("account.token.once")}
          </Text>
        </div>
      )}
    </Stack>
  );
}
