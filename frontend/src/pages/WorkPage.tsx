import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { benchmarkQuery, workQuery } from "@/api/benchmarks";
import { DutyList } from "@/features/work/DutyList";
import { Column } from "@/shared/ui/Column";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";

export default function WorkPage() {
  const { t } = useTranslation();
  const { slug = "" } = useParams();
  const benchmark = useQuery(benchmarkQuery(slug));
  const work = useQuery(workQuery(slug));
  const failed = benchmark.error ?? work.error;
  if (failed) {
    return (
      <ErrorNotice error={failed} onRetry={() => void Promise.all([benchmark.refetch(), work.refetch()])} />
    );
  }
  if (!benchmark.data || !work.data) return <LoadingLine />;
  return (
    <Column>
      <PageHeader title={t("work.title")} lead={benchmark.data.description || benchmark.data.title} />
      <DutyList slug={slug} work={work.data} roles={benchmark.data.my_roles} />
    </Column>
  );
}
