import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { benchmarkQuery } from "@/api/benchmarks";
import { type ItemFilter, itemsQuery } from "@/api/items";
import { PAGE_SIZE } from "@/api/pages";
import { ItemFilters } from "@/features/items/ItemFilters";
import { ItemTable } from "@/features/items/ItemTable";
import { whole } from "@/shared/numbers/format";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { useAddress } from "@/shared/useAddress";

const STATES = [
  "needs_wording",
  "mask_proposing",
  "mask_rating",
  "perturbation_review",
  "annotating",
  "scoring",
  "modifying",
  "accepted",
  "rejected",
  "discarded",
];

export default function ItemsPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const [search, setSearch] = useAddress();
  const place = (name: string) => search.get(name) ?? "";
  const filter: ItemFilter = {
    state: place("state"),
    dimension: place("dimension"),
    language: place("language"),
    role: place("role"),
    q: place("q"),
    near_duplicates: place("near_duplicates"),
    import: place("import"),
  };
  const page = Math.max(1, Number(place("page")) || 1);
  const benchmark = useQuery(benchmarkQuery(slug));
  const items = useQuery({ ...itemsQuery(slug, filter, page), placeholderData: keepPreviousData });

  const go = (wanted: ItemFilter, wantedPage: number) => {
    const entries = Object.entries(wanted).filter(([, value]) => value !== "");
    setSearch(wantedPage > 1 ? [...entries, ["page", String(wantedPage)]] : entries);
  };

  const pages = items.data ? Math.ceil(items.data.count / PAGE_SIZE) : 0;
  return (
    <>
      <PageHeader
        title={t("items.title")}
        lead={
          items.data
            ? t("items.lead", { count: items.data.count, number: whole(items.data.count, i18n.language) })
            : "\u00a0"
        }
      />
      {benchmark.data && (
        <ItemFilters
          // A link to another filter starts the form anew; typing in it does not.
          key={filter.q}
          filter={filter}
          states={STATES}
          dimensions={benchmark.data.settings.dimensions}
          languages={benchmark.data.settings.languages}
          onChange={(wanted) => go(wanted, 1)}
        />
      )}
      {(items.isFetching || benchmark.isPending) && <LoadingLine />}
      {items.error && <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />}
      {items.data?.count === 0 && <EmptyState title={t("items.emptyTitle")}>{t("items.empty")}</EmptyState>}
      {items.data && items.data.count > 0 && <ItemTable slug={slug} items={items.data.results} />}
      <PageTurner pages={pages} page={page} onTurn={(wanted) => go(filter, wanted)} />
    </>
  );
}
