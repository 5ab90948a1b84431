import { Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { addModel, checkModel, modelsQuery, switchModel } from "@/api/models";
import { sessionQuery } from "@/api/session";
import { AddModel } from "@/features/models/AddModel";
import { ModelList } from "@/features/models/ModelList";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function ModelsPage() {
  const { t } = useTranslation("admin");
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: models, error, refetch } = useQuery(modelsQuery);
  const reload = () => queries.invalidateQueries({ queryKey: modelsQuery.queryKey });
  const checking = useMutation({
    mutationFn: ({ name, anew }: { name: string; anew: boolean }) => checkModel(name, anew),
    onSettled: reload,
  });
  const switching = useMutation({
    mutationFn: ({ name, enabled }: { name: string; enabled: boolean }) => switchModel(name, enabled),
    onSettled: reload,
  });
  const adding = useMutation({ mutationFn: addModel, onSuccess: reload });

  if (!models) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  const mayChange = session.person?.is_staff ?? false;
  const refused = checking.error ?? switching.error;
  const underWay = checking.isPending ? checking.variables : switching.isPending ? switching.variables : null;
  return (
    <>
      <PageHeader title={t("models.title")} lead={t("models.lead")} />
      <Stack gap="xl">
        {refused && <ErrorNotice error={refused} />}
        {models.length === 0 ? (
          <EmptyState title={t("models.emptyTitle")}>{t("models.empty")}</EmptyState>
        ) : (
          <div>
            <ModelList
              models={models}
              mayChange={mayChange}
              busy={underWay?.name ?? null}
              onCheck={(name, anew) => checking.mutate({ name, anew })}
              onSwitch={(name, enabled) => switching.mutate({ name, enabled })}
            />
            <Text size="sm" c="dimmed" mt="xs">
              {t("models.offNote")}
            </Text>
          </div>
        )}
        {mayChange && (
          <Section title={t("models.add")} lead={t("models.addLead")}>
            <AddModel busy={adding.isPending} error={adding.error} onAdd={adding.mutateAsync} />
          </Section>
        )}
      </Stack>
    </>
  );
}
