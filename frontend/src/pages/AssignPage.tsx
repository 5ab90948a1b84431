import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { allPlaces, type Giving, givePlaces, planPlaces } from "@/api/assignments";
import { benchmarkQuery } from "@/api/benchmarks";
import { type ItemFilter, itemsQuery } from "@/api/items";
import { PAGE_SIZE } from "@/api/pages";
import { membersQuery } from "@/api/people";
import { DUTIES, type Duty } from "@/api/types";
import { roleFor, stateFor } from "@/features/assignments/duties";
import { GivingForm } from "@/features/assignments/GivingForm";
import { ItemChoice } from "@/features/assignments/ItemChoice";
import { LeftOut } from "@/features/assignments/LeftOut";
import { PlanDialog } from "@/features/assignments/PlanDialog";
import { ItemFilters } from "@/features/items/ItemFilters";
import { byPerson } from "@/features/people/roles";
import { assignmentsPath } from "@/shared/adminPaths";
import { nameOf } from "@/shared/i18n/useWords";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { PageTurner } from "@/shared/ui/PageTurner";
import { Section } from "@/shared/ui/Section";
import { useAddress } from "@/shared/useAddress";
import classes from "./AssignPage.module.css";

/** As many as the server takes at once. */
const MOST = 1000;
/** Written in the address where the state was set free; without it the list shows what the duty needs. */
const ANY = "any";

export default function AssignPage() {
  const { t } = useTranslation("admin");
  const { slug = "" } = useParams();
  const queries = useQueryClient();
  const [search, setSearch] = useAddress();
  const place = (name: string) => search.get(name) ?? "";
  const duty: Duty = DUTIES.find((one) => one === place("duty")) ?? "write_rationale";
  const state = place("state") || stateFor(duty);
  const filter: ItemFilter = {
    state: state === ANY ? "" : state,
    dimension: place("dimension"),
    language: place("language"),
    role: place("role"),
    q: place("q"),
    near_duplicates: place("near_duplicates"),
    import: place("import"),
  };
  const page = Math.max(1, Number(place("page")) || 1);
  const username = place("username");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [days, setDays] = useState<number | null>(null);

  const benchmark = useQuery(benchmarkQuery(slug));
  const members = useQuery(membersQuery(slug));
  const items = useQuery({ ...itemsQuery(slug, filter, page), placeholderData: keepPreviousData });
  const planning = useMutation({ mutationFn: (giving: Giving) => planPlaces(slug, giving) });
  const given = useMutation({
    mutationFn: (giving: Giving) => givePlaces(slug, giving),
    onSuccess: () => {
      planning.reset();
      setChosen(new Set());
      return queries.invalidateQueries(allPlaces(slug));
    },
  });

  const people = byPerson(members.data ?? [])
    .map(({ person, memberships }) => ({
      username: person.username,
      name: nameOf(person),
      roles: memberships.map(({ role }) => role),
    }))
    .filter(({ roles }) => roles.includes(roleFor(duty)));
  const person = people.find((one) => one.username === username);

  function go(wanted: Record<string, string>, wantedPage = 1) {
    const entries = Object.entries({ duty, username, ...filter, state: place("state"), ...wanted });
    const kept = entries.filter(([, value]) => value !== "");
    setSearch(wantedPage > 1 ? [...kept, ["page", String(wantedPage)]] : kept, { replace: true });
  }

  if (!benchmark.data || !members.data) {
    const failed = benchmark.error ?? members.error;
    return failed ? <ErrorNotice error={failed} /> : <LoadingLine />;
  }
  const { settings } = benchmark.data;
  const giving: Giving = { duty, username, items: [...chosen], days };
  const told = given.data?.assigned.length ?? 0;
  const receiver = people.find((one) => one.username === given.variables?.username);
  return (
    <>
      <PageHeader
        title={t("assignments.open")}
        lead={
          <Anchor component={Link} to={assignmentsPath(slug)} size="sm">
            {t("assignments.all")}
          </Anchor>
        }
      />
      <Stack gap="xl">
        <div role="status" className={classes.told}>
          {given.data && given.variables && (
            <Stack gap="xs">
              <Text>
                {t("assignments.given", { count: told, name: receiver?.name ?? given.variables.username })}{" "}
                <Anchor component={Link} to={assignmentsPath(slug, given.variables.username)}>
                  {t("assignments.theirs")}
                </Anchor>
              </Text>
              <LeftOut obstacles={given.data.obstacles} />
            </Stack>
          )}
        </div>
        <Section title={t("assignments.whom")}>
          <GivingForm
            duty={duty}
            username={person ? username : ""}
            days={days}
            people={people}
            leaseMinutes={settings.lease_minutes}
            // Another duty needs items in another state.
            onDuty={(wanted) => go({ duty: wanted, state: "" })}
            onPerson={(wanted) => go({ username: wanted }, page)}
            onDays={setDays}
          />
        </Section>
        <Section title={t("assignments.what")}>
          <ItemFilters
            key={filter.q}
            filter={filter}
            states={[...new Set([...DUTIES.map(stateFor), state].filter((one) => one !== ANY))]}
            dimensions={settings.dimensions}
            languages={settings.languages}
            onChange={(wanted) => go({ ...wanted, state: wanted.state || ANY })}
          />
          {items.isFetching && <LoadingLine />}
          {items.error && <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />}
          {items.data?.count === 0 && (
            <EmptyState title={t("items.emptyTitle")}>{t("assignments.noItems")}</EmptyState>
          )}
          {items.data && items.data.count > 0 && (
            <ItemChoice items={items.data.results} chosen={chosen} onChoose={setChosen} />
          )}
          <PageTurner
            pages={Math.ceil((items.data?.count ?? 0) / PAGE_SIZE)}
            page={page}
            onTurn={(wanted) => go({}, wanted)}
          />
        </Section>
        {planning.error && <ErrorNotice error={planning.error} />}
      </Stack>
      <div className={classes.foot}>
        <Text size="sm" role="status">
          {chosen.size > MOST
            ? t("assignments.tooMany", { count: chosen.size, most: MOST })
            : t("assignments.chosen", { count: chosen.size })}{" "}
          {chosen.size > 0 && !person && t("assignments.personFirst")}
        </Text>
        <Group gap="sm">
          {chosen.size > 0 && (
            <Button variant="default" onClick={() => setChosen(new Set())}>
              {t("assignments.clear")}
            </Button>
          )}
          <Button
            disabled={!person || chosen.size === 0 || chosen.size > MOST}
            loading={planning.isPending}
            onClick={() => {
              given.reset();
              planning.mutate(giving);
            }}
          >
            {t("assignments.look")}
          </Button>
        </Group>
      </div>
      {planning.data && person && (
        <PlanDialog
          plan={planning.data}
          name={person.name}
          days={days}
          busy={given.isPending}
          error={given.error}
          onGive={() => given.mutate(giving)}
          onClose={planning.reset}
        />
      )}
    </>
  );
}
