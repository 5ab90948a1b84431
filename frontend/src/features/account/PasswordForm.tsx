import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { PasswordField } from "@/shared/ui/PasswordField";
import { useFieldErrors } from "@/shared/ui/useFieldErrors";
import { passwordWords } from "./passwordWords";

interface Props {
  username: string;
  busy: boolean;
  error: unknown;
  changed: boolean;
  onChange: (old: string, wanted: string) => Promise<unknown>;
}

export function PasswordForm({ username, busy, error, changed, onChange }: Props) {
  const { t } = useTranslation();
  const [old, setOld] = useState("");
  const [wanted, setWanted] = useState("");
  const errors = useFieldErrors(error, ["old", "new"], (message) => passwordWords(message, t));

  function submit(event: FormEvent) {
    event.preventDefault();
    onChange(old, wanted).then(
      () => {
        setOld("");
        setWanted("");
      },
      // The refusal stands at its field, beside what was typed.
      () => {},
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw="24rem">
        {errors.elsewhere !== null && <ErrorNotice error={errors.elsewhere} />}
        {/* For the browser's password store, which asks whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <PasswordField
          label={t("account.password.old")}
          autoComplete="current-password"
          value={old}
          error={errors.at("old")}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <PasswordField
          label={t("account.password.new")}
          autoComplete="new-password"
          value={wanted}
          error={errors.at("new")}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={busy} disabled={!old || !wanted}>
            {t("account.password.submit")}
          </Button>
        </Group>
      </Stack>
      <div role="status">
        {changed && (
          <Text size="sm" mt="sm">
            {t("account.password.changed")}
          </Text>
        )}
      </div>
    </form>
  );
}
