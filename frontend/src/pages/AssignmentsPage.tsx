import { Button } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { allPlaces, type Place, type PlaceFilter, placesQuery, takeOver } from "@/api/assignments";
import { PAGE_SIZE } from "@/api/pages";
import { membersQuery } from "@/api/people";
import { PlaceFilters } from "@/features/assignments/PlaceFilters";
import { PlaceTable } from "@/features/assignments/PlaceTable";
import { TakeOverDialog } from "@/features/assignments/TakeOverDialog";
import { assignPath } from "@/shared/adminPaths";
import { nameOf } from "@/shared/i18n/useWords";
import { whole } from "@/shared/numbers/format";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { useAddress } from "@/shared/useAddress";

export default function AssignmentsPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const [search, setSearch] = useAddress();
  const filter: PlaceFilter = {
    state: search.get("state") ?? "",
    duty: search.get("duty") ?? "",
    username: search.get("username") ?? "",
  };
  const page = Math.max(1, Number(search.get("page")) || 1);
  const members = useQuery(membersQuery(slug));
  const places = useQuery({ ...placesQuery(slug, filter, page), placeholderData: keepPreviousData });
  const [ending, setEnding] = useState<Place | null>(null);
  const taking = useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) => takeOver(slug, id, reason),
    onSettled: () => {
      setEnding(null);
      return queries.invalidateQueries(allPlaces(slug));
    },
  });

  const go = (wanted: PlaceFilter, wantedPage: number) => {
    const entries = Object.entries(wanted).filter(([, value]) => value !== "");
    setSearch(wantedPage > 1 ? [...entries, ["page", String(wantedPage)]] : entries);
  };
  const people = new Map(members.data?.map(({ person }) => [person.username, nameOf(person)]));
  const count = places.data?.count ?? 0;
  return (
    <>
      <PageHeader
        title={t("assignments.title")}
        lead={places.data ? t("assignments.lead", { count, number: whole(count, i18n.language) }) : "\u00a0"}
        actions={
          <Button component={Link} to={assignPath(slug)}>
            {t("assignments.open")}
          </Button>
        }
      />
      <PlaceFilters
        filter={filter}
        people={[...people].map(([username, name]) => ({ username, name }))}
        onChange={(wanted) => go(wanted, 1)}
      />
      {places.isFetching && <LoadingLine />}
      {places.error && <ErrorNotice error={places.error} onRetry={() => void places.refetch()} />}
      {taking.error && <ErrorNotice error={taking.error} />}
      {places.data?.count === 0 && (
        <EmptyState title={t("assignments.emptyTitle")}>{t("assignments.empty")}</EmptyState>
      )}
      {count > 0 && places.data && (
        <PlaceTable slug={slug} places={places.data.results} onTakeOver={setEnding} />
      )}
      <PageTurner pages={Math.ceil(count / PAGE_SIZE)} page={page} onTurn={(wanted) => go(filter, wanted)} />
      {ending && (
        <TakeOverDialog
          place={ending}
          busy={taking.isPending}
          onTakeOver={(reason) => taking.mutate({ id: ending.id, reason })}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}
