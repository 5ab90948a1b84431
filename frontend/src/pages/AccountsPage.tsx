import { Stack } from "@mantine/core";
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { type Account, accountsQuery, allAccounts, createAccount, retireAccount } from "@/api/accounts";
import { PAGE_SIZE } from "@/api/pages";
import { sessionQuery } from "@/api/session";
import { AccountList } from "@/features/people/AccountList";
import { FirstPassword } from "@/features/people/FirstPassword";
import { NewAccount } from "@/features/people/NewAccount";
import { RetireDialog } from "@/features/people/RetireDialog";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { Section } from "@/shared/ui/Section";

export default function AccountsPage() {
  const { t } = useTranslation("admin");
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get("page")) || 1);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data, error, refetch } = useQuery({
    ...accountsQuery(page),
    placeholderData: keepPreviousData,
  });
  const [leaving, setLeaving] = useState<Account | null>(null);
  const reload = () => queries.invalidateQueries(allAccounts);
  const creating = useMutation({ mutationFn: createAccount, onSuccess: reload });
  const retiring = useMutation({
    mutationFn: ({ id, anonymise }: { id: number; anonymise: boolean }) => retireAccount(id, anonymise),
    onSuccess: reload,
    onSettled: () => setLeaving(null),
  });

  if (!data) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  return (
    <>
      <PageHeader title={t("accounts.title")} lead={t("accounts.lead")} />
      <Stack gap="xl">
        <Section title={t("accounts.new")}>
          <NewAccount busy={creating.isPending} error={creating.error} onCreate={creating.mutateAsync} />
          {creating.data && <FirstPassword account={creating.data} />}
        </Section>
        <Section title={t("accounts.all")}>
          {retiring.error && <ErrorNotice error={retiring.error} />}
          <AccountList accounts={data.results} own={session.person?.id ?? 0} onRetire={setLeaving} />
          <PageTurner
            pages={Math.ceil(data.count / PAGE_SIZE)}
            page={page}
            onTurn={(wanted) => setSearch(wanted > 1 ? { page: String(wanted) } : {})}
          />
        </Section>
      </Stack>
      {leaving && (
        <RetireDialog
          account={leaving}
          busy={retiring.isPending}
          onRetire={(anonymise) => retiring.mutate({ id: leaving.id, anonymise })}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
