import { Anchor, Paper, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { importFile, importsQuery, type NewImport } from "@/api/imports";
import { EarlierImports } from "@/features/importing/EarlierImports";
import { ImportForm } from "@/features/importing/ImportForm";
import { ImportOutcome } from "@/features/importing/ImportOutcome";
import { itemsPath } from "@/shared/adminPaths";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function ImportPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const benchmark = useQuery(benchmarkQuery(slug));
  const earlier = useQuery(importsQuery(slug, 1));
  const importing = useMutation({
    mutationFn: (wanted: NewImport) => importFile(slug, wanted),
    onSettled: () => queries.invalidateQueries({ queryKey: ["benchmark", slug] }),
  });

  if (benchmark.error) {
    return <ErrorNotice error={benchmark.error} onRetry={() => void benchmark.refetch()} />;
  }
  if (!benchmark.data) return <LoadingLine />;
  const { dimensions, languages } = benchmark.data.settings;
  return (
    <>
      <PageHeader title={t("importing.title")} lead={t("importing.lead")} />
      <Stack gap="xl">
        <ImportForm
          dimensions={dimensions}
          languages={languages}
          busy={importing.isPending}
          onImport={importing.mutate}
        />
        {importing.error && <ErrorNotice error={importing.error} />}
        {importing.data && (
          <Paper role="status">
            <Section
              title={t("importing.report")}
              action={
                <Anchor component={Link} to={itemsPath(slug)} size="sm">
                  {t("importing.seeItems")}
                </Anchor>
              }
            >
              <ImportOutcome report={importing.data} />
            </Section>
          </Paper>
        )}
        <Section title={t("importing.earlier")}>
          {earlier.error && <ErrorNotice error={earlier.error} onRetry={() => void earlier.refetch()} />}
          {earlier.data && <EarlierImports imports={earlier.data.results} />}
        </Section>
      </Stack>
    </>
  );
}
