import { Anchor, Button, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { corporaQuery } from "@/api/imports";
import { overviewQuery } from "@/api/overview";
import { Corpora } from "@/features/overview/Corpora";
import { DimensionTable } from "@/features/overview/DimensionTable";
import { PeopleAtWork } from "@/features/overview/PeopleAtWork";
import { PerturbationQuota } from "@/features/overview/PerturbationQuota";
import { totalOf } from "@/features/overview/progress";
import { Rounds } from "@/features/overview/Rounds";
import { StateStrip } from "@/features/overview/StateStrip";
import { WorkerNotice } from "@/features/overview/WorkerNotice";
import { importPath, itemsPath, peoplePath, releasesPath, runsPath } from "@/shared/adminPaths";
import { whole } from "@/shared/numbers/format";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";

export default function OverviewPage() {
  const { t, i18n } = useTranslation("admin");
  const { slug = "" } = useParams();
  const { data: overview, error, refetch } = useQuery(overviewQuery(slug));
  const corpora = useQuery(corporaQuery(slug));
  if (!overview)
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;

  const total = totalOf(overview.states);
  const toImport = (
    <Button component={Link} to={importPath(slug)}>
      {t("overview.import")}
    </Button>
  );
  const people = (
    <Section
      title={t("overview.people")}
      action={
        <Anchor component={Link} to={peoplePath(slug)} size="sm">
          {t("overview.managePeople")}
        </Anchor>
      }
    >
      <PeopleAtWork people={overview.people} />
    </Section>
  );
  const worker = <WorkerNotice worker={overview.worker} />;
  if (total === 0) {
    return (
      <Stack gap="xl">
        <PageHeader title={t("overview.title")} lead={worker} />
        <EmptyState title={t("overview.emptyTitle")} actions={toImport}>
          {t("overview.empty")}
        </EmptyState>
        {people}
      </Stack>
    );
  }
  return (
    <>
      <PageHeader
        title={t("overview.title")}
        lead={t("overview.lead", {
          count: overview.finished_pairs,
          items: whole(total, i18n.language),
          pairs: whole(overview.finished_pairs, i18n.language),
        })}
        actions={
          <>
            {toImport}
            <Button component={Link} to={runsPath(slug)} variant="default">
              {t("overview.runs")}
            </Button>
            <Button component={Link} to={releasesPath(slug)} variant="default">
              {t("overview.releases")}
            </Button>
          </>
        }
      />
      <Stack gap="xl">
        {worker}
        <Section
          title={t("overview.byState")}
          action={
            <Anchor component={Link} to={itemsPath(slug)} size="sm">
              {t("overview.allItems")}
            </Anchor>
          }
        >
          <StateStrip slug={slug} counts={overview.states} />
        </Section>
        <Section title={t("overview.byDimension")}>
          <DimensionTable rows={overview.by_dimension} />
        </Section>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="xl">
          <Section title={t("overview.perturbations")} lead={t("overview.perturbationsLead")}>
            <PerturbationQuota rows={overview.perturbations} />
          </Section>
          <Section title={t("overview.rounds")} lead={t("overview.roundsLead")}>
            <Rounds rounds={overview.rounds} />
          </Section>
        </SimpleGrid>
        {corpora.data && corpora.data.length > 0 && (
          <Section title={t("overview.corpora")}>
            <Corpora corpora={corpora.data} />
          </Section>
        )}
        {people}
      </Stack>
    </>
  );
}
