import { Anchor, Paper, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { type NewUpload, uploadScores, uploadsQuery } from "@/api/uploads";
import { BringForm } from "@/features/external-runs/BringForm";
import { EarlierUploads } from "@/features/external-runs/EarlierUploads";
import { UploadOutcome } from "@/features/external-runs/UploadOutcome";
import { runsPath } from "@/shared/adminPaths";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";
import { useFieldErrors } from "@/shared/ui/useFieldErrors";

const FIELDS = ["file", "model", "revision", "method", "method_settings", "note"];

/** Brings in scores that somebody made elsewhere, with any tool. */
export default function BringScoresPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const earlier = useQuery(uploadsQuery(slug, 1));
  const bringing = useMutation({
    mutationFn: (wanted: NewUpload) => uploadScores(slug, wanted),
    onSettled: () => queries.invalidateQueries({ queryKey: ["benchmark", slug] }),
  });
  const refused = useFieldErrors(bringing.error, FIELDS);
  return (
    <>
      <PageHeader
        title={t("external.title")}
        lead={
          <Stack gap={4}>
            <span>{t("external.lead")}</span>
            <Anchor component={Link} to={runsPath(slug)} size="sm">
              {t("runs.back")}
            </Anchor>
          </Stack>
        }
      />
      <Stack gap="xl">
        <BringForm busy={bringing.isPending} refused={refused.at} onBring={bringing.mutate} />
        {refused.elsewhere !== null && <ErrorNotice error={refused.elsewhere} />}
        {bringing.data && (
          <Paper role="status">
            <Section title={t("external.outcome")}>
              <UploadOutcome slug={slug} upload={bringing.data} />
            </Section>
          </Paper>
        )}
        <Section title={t("external.earlier")}>
          {earlier.error && <ErrorNotice error={earlier.error} onRetry={() => void earlier.refetch()} />}
          {earlier.data && <EarlierUploads slug={slug} uploads={earlier.data.results} />}
        </Section>
      </Stack>
    </>
  );
}
