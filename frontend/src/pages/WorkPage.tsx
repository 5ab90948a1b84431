import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { benchmarkQuery, workQuery } from "@/api/benchmarks";
import { recordQuery } from "@/api/record";
import { MyRecord } from "@/features/record/MyRecord";
import { DutyList } from "@/features/work/DutyList";
import { GuidelineList } from "@/features/work/GuidelineList";
import { Column } from "@/shared/ui/Column";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";

/** A person's home in a benchmark: what waits first, then what they did and how it fared. */
export default function WorkPage() {
  const { t } = useTranslation();
  const { slug = "" } = useParams();
  const benchmark = useQuery(benchmarkQuery(slug));
  const work = useQuery(workQuery(slug));
  const record = useQuery(recordQuery(slug));
  const failed = benchmark.error ?? work.error;
  if (failed) {
    return (
      <ErrorNotice error={failed} onRetry={() => void Promise.all([benchmark.refetch(), work.refetch()])} />
    );
  }
  if (!benchmark.data || !work.data) return <LoadingLine />;
  const { settings, my_roles } = benchmark.data;
  const duties = work.data.duties.map(({ duty }) => duty);
  return (
    <Column>
      <PageHeader title={t("work.title")} lead={benchmark.data.description || benchmark.data.title} />
      <Stack gap="3rem">
        <div>
          <DutyList slug={slug} work={work.data} roles={my_roles} />
        </div>
        {record.data && <MyRecord record={record.data} />}
        {record.error && <ErrorNotice error={record.error} onRetry={() => void record.refetch()} />}
        {duties.length > 0 && (
          <GuidelineList duties={duties} dimensions={settings.dimensions} guidelines={settings.guidelines} />
        )}
      </Stack>
    </Column>
  );
}
