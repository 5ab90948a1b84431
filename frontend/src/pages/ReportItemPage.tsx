import { Anchor, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { runQuery, scoredPairQuery } from "@/api/runs";
import { PairView } from "@/features/saliency-heat-map/PairView";
import { reportPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { linksOf } from "@/shared/tokens/links";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";

export default function ReportItemPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "", run: id = "", item = "" } = useParams();
  const run = useQuery(runQuery(slug, id));
  const pair = useQuery(scoredPairQuery(slug, id, item));
  const failed = run.error ?? pair.error;
  if (failed) {
    return <ErrorNotice error={failed} onRetry={() => void Promise.all([run.refetch(), pair.refetch()])} />;
  }
  if (!run.data || !pair.data) return <LoadingLine />;
  const { counterpart, ...half } = pair.data;
  const isOriginal = half.item.role === "original";
  return (
    <>
      <PageHeader
        title={half.item.external_id}
        lead={
          <Group gap="xs">
            <span>
              {[
                words.dimension(half.item.dimension),
                words.language(half.item.language),
                run.data.model,
                words.method(run.data.method),
              ].join(" · ")}
            </span>
            <Anchor component={Link} to={reportPath(slug, id)} size="sm">
              {t("saliency.back")}
            </Anchor>
          </Group>
        }
      />
      <PairView
        original={isOriginal ? half : counterpart}
        perturbed={isOriginal ? counterpart : half}
        links={linksOf(counterpart?.links ?? [])}
      />
    </>
  );
}
