import { Anchor, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { addMember, type Member, membersQuery, removeMember } from "@/api/people";
import { sessionQuery } from "@/api/session";
import type { Role } from "@/api/types";
import { AddMember } from "@/features/people/AddMember";
import { MemberList } from "@/features/people/MemberList";
import { nameOf, useWords } from "@/shared/i18n/useWords";
import { ACCOUNTS } from "@/shared/paths";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function PeoplePage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: members, error, refetch } = useQuery(membersQuery(slug));
  const [leaving, setLeaving] = useState<Member | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: membersQuery(slug).queryKey });
  const adding = useMutation({
    mutationFn: ({ username, role }: { username: string; role: Role }) => addMember(slug, username, role),
    onSuccess: reload,
  });
  const removing = useMutation({
    mutationFn: (member: Member) => removeMember(slug, member.id),
    onSuccess: reload,
    onSettled: () => setLeaving(null),
  });

  if (!members) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  const whose = leaving && { name: nameOf(leaving.person), role: words.role(leaving.role) };
  return (
    <>
      <PageHeader title={t("people.title")} lead={t("people.lead")} />
      <Stack gap="xl">
        <Section
          title={t("people.add")}
          action={
            session.person?.is_staff && (
              <Anchor component={Link} to={ACCOUNTS} size="sm">
                {t("people.noAccount")}
              </Anchor>
            )
          }
        >
          <Stack gap="sm">
            <AddMember
              busy={adding.isPending}
              onAdd={(username, role) => adding.mutateAsync({ username, role })}
            />
            {adding.error && <ErrorNotice error={adding.error} />}
            {adding.data && (
              <Text size="sm" role="status">
                {t("people.added", {
                  name: nameOf(adding.data.person),
                  role: words.role(adding.data.role),
                })}
              </Text>
            )}
          </Stack>
        </Section>
        <Section title={t("people.roles")}>
          {removing.error && <ErrorNotice error={removing.error} />}
          <MemberList members={members} onRemove={setLeaving} />
        </Section>
      </Stack>
      <ConfirmDialog
        opened={leaving !== null}
        title={t("people.confirmTitle")}
        detail={whose ? t("people.confirm", whose) : ""}
        yes={t("people.confirmYes")}
        no={t("people.keep")}
        busy={removing.isPending}
        onYes={() => leaving && removing.mutate(leaving)}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}
