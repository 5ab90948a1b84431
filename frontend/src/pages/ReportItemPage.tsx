import { Anchor, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { itemScoresQuery } from "@/api/runs";
import { ItemScoresView } from "@/features/saliency-heat-map/ItemScoresView";
import { reportPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";

export default function ReportItemPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "", run = "", item = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const pair = search.get("pair");
  const { data, error, refetch } = useQuery({
    ...itemScoresQuery(slug, item, run, pair),
    placeholderData: keepPreviousData,
  });
  if (!data) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  const { original, perturbed } = data;
  const named = perturbed && String(perturbed.item.id) === item ? perturbed.item : original.item;
  return (
    <>
      <PageHeader
        title={named.external_id}
        lead={
          <Group gap="xs">
            <span>
              {[
                words.dimension(named.dimension),
                words.language(named.language),
                ...(data.type ? [words.perturbation(data.type)] : []),
              ].join(" · ")}
            </span>
            <Anchor component={Link} to={reportPath(slug, run)} size="sm">
              {t("saliency.back")}
            </Anchor>
          </Group>
        }
      />
      <ItemScoresView
        scores={data}
        run={Number(run)}
        onPair={(chosen) => setSearch({ pair: chosen }, { replace: true })}
      />
    </>
  );
}
