import { Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { healthQuery } from "@/api/health";
import {
  askForMore,
  checkImport,
  coverageQuery,
  importFormatsQuery,
  importsQuery,
  uploadFile,
} from "@/api/imports";
import { WaitingNotice } from "@/features/health/WaitingNotice";
import { CoverageTable } from "@/features/importing/CoverageTable";
import { EarlierImports } from "@/features/importing/EarlierImports";

import { canBeChecked, firstChoices } from "@/features/importing/firstChoices";
import { OneImport } from "@/features/importing/OneImport";
import { UploadDrop } from "@/features/importing/UploadDrop";
import { importPath } from "@/shared/adminPaths";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

/** Brings a corpus in: a file is sent, looked at, and stored in the background. */
export default function ImportPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const id = Number(search.get("import")) || null;
  const benchmark = useQuery(benchmarkQuery(slug));
  const formats = useQuery(importFormatsQuery(slug));
  const earlier = useQuery(importsQuery(slug, 1));
  const coverage = useQuery(coverageQuery(slug));
  const health = useQuery({ ...healthQuery, enabled: id !== null });
  const open = (wanted: number | null) => {
    void queries.invalidateQueries({ queryKey: ["benchmark", slug, "imports", "list"] });
    void navigate(importPath(slug, wanted ?? undefined));
  };
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const report = await uploadFile(slug, file, crypto.randomUUID());
      if (canBeChecked(report)) {
        await checkImport(slug, report.id, firstChoices(report), crypto.randomUUID());
      }
      return report;
    },
    onSuccess: (report) => open(report.id),
  });
  const more = useMutation({
    mutationFn: ({ from, wanted }: { from: number; wanted: Record<string, number> }) =>
      askForMore(slug, from, wanted, crypto.randomUUID()),
    onSuccess: (report) => open(report.id),
  });

  const failed = benchmark.error ?? formats.error;
  if (!benchmark.data || !formats.data) {
    const retry = () => void Promise.all([benchmark.refetch(), formats.refetch()]);
    return failed ? <ErrorNotice error={failed} onRetry={retry} /> : <LoadingLine />;
  }
  const { dimensions, languages } = benchmark.data.settings;
  return (
    <>
      <PageHeader title={t("importing.title")} lead={t("importing.lead")} />
      <Stack gap="xl">
        {id === null ? (
          <>
            {upload.isPending && <LoadingLine />}
            <UploadDrop
              largest={formats.data.largest}
              busy={upload.isPending}
              onChoose={(file) => upload.mutate(file)}
            />
            {upload.error && <ErrorNotice error={upload.error} />}
          </>
        ) : (
          <OneImport
            key={id}
            slug={slug}
            id={id}
            formats={formats.data}
            dimensions={dimensions}
            languages={languages}
            waiting={health.data && !health.data.tasks && <WaitingNotice part="tasks" />}
            onLeave={() => open(null)}
          />
        )}
        <Section title={t("importing.earlier")}>
          {earlier.error && <ErrorNotice error={earlier.error} onRetry={() => void earlier.refetch()} />}
          {earlier.data && <EarlierImports slug={slug} imports={earlier.data.results} />}
        </Section>
        {coverage.data && coverage.data.languages.length > 0 && (
          <Section title={t("importing.coverage")} lead={t("importing.coverageLead")}>
            <CoverageTable
              coverage={coverage.data}
              busy={more.isPending}
              onAsk={(from, wanted) => more.mutate({ from, wanted })}
            />
            {more.error && <ErrorNotice error={more.error} />}
          </Section>
        )}
      </Stack>
    </>
  );
}
