import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "@/api/problem";
import { sessionQuery, signIn } from "@/api/session";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { PasswordField } from "@/shared/ui/PasswordField";

/** For every other request 401 means "signed out"; here it means that the name or the password is wrong. */
function asRefusedEntry(error: Error): Error {
  if (!(error instanceof Problem) || error.status !== 401) return error;
  return new Problem(error.status, "wrong_credentials", "");
}

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const entry = useMutation({
    mutationFn: () => signIn(username, password),
    onSuccess: (session) => {
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, session);
      onSignedIn();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    entry.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {entry.isError && <ErrorNotice error={asRefusedEntry(entry.error)} />}
        <TextInput
          label={t("signIn.username")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          withAsterisk={false}
          size="md"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordField
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" mt="xs" loading={entry.isPending}>
          {t("signIn.submit")}
        </Button>
      </Stack>
    </form>
  );
}
