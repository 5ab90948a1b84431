import { Stack } from "@mantine/core";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Problem } from "@/api/problem";
import { changePassword, choosePreferences, makeToken, type Preferences, sessionQuery } from "@/api/session";
import { PasswordForm } from "@/features/account/PasswordForm";
import { PreferencesForm } from "@/features/account/PreferencesForm";
import { TokenForm } from "@/features/account/TokenForm";
import { nameOf } from "@/shared/i18n/useWords";
import { Column } from "@/shared/ui/Column";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

/** For every other request 401 means "signed out"; here it means that the password is wrong. */
function asRefusedEntry(error: Error): Error {
  if (!(error instanceof Problem) || error.status !== 401) return error;
  return new Problem(error.status, "wrong_password", "");
}

export default function AccountPage() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const choosing = useMutation({
    mutationFn: (preferences: Preferences) => choosePreferences(preferences),
    onSuccess: async (changed) => {
      queries.setQueryData(sessionQuery.queryKey, changed);
      if (changed.person) await i18n.changeLanguage(changed.person.language);
    },
  });
  const changing = useMutation({
    mutationFn: (passwords: { old: string; new: string }) => changePassword(passwords),
  });
  const making = useMutation({
    mutationFn: ({ password, days }: { password: string; days: number }) =>
      makeToken(session.person?.username ?? "", password, days),
  });
  const { person } = session;
  if (!person) return null;
  return (
    <Column>
      <PageHeader
        title={t("account.title")}
        lead={t("account.lead", { name: nameOf(person), username: person.username })}
      />
      <Stack gap="xl">
        <Section title={t("account.preferences")}>
          {choosing.error && <ErrorNotice error={choosing.error} />}
          <PreferencesForm person={person} saved={choosing.isSuccess} onChoose={choosing.mutate} />
        </Section>
        <Section title={t("account.password.title")} lead={t("account.password.lead")}>
          <PasswordForm
            username={person.username}
            busy={changing.isPending}
            error={changing.error}
            changed={changing.isSuccess}
            onChange={(old, wanted) => changing.mutateAsync({ old, new: wanted })}
          />
        </Section>
        <Section title={t("account.token.title")} lead={t("account.token.lead")}>
          <Stack gap="md">
            {making.error && <ErrorNotice error={asRefusedEntry(making.error)} />}
            <TokenForm
              busy={making.isPending}
              made={making.data ?? null}
              onMake={(password, days) => making.mutateAsync({ password, days })}
            />
          </Stack>
        </Section>
      </Stack>
    </Column>
  );
}
