import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { modelsQuery } from "@/api/models";
import { ModelTable } from "@/features/models/ModelTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";

export default function ModelsPage() {
  const { t } = useTranslation("admin");
  const { data: models, error, refetch } = useQuery(modelsQuery);
  if (!models) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  return (
    <>
      <PageHeader title={t("models.title")} lead={t("models.lead")} />
      {models.length === 0 ? (
        <EmptyState title={t("models.emptyTitle")}>{t("models.empty")}</EmptyState>
      ) : (
        <ModelTable models={models} />
      )}
    </>
  );
}
