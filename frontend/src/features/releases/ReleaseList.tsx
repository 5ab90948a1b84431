import { Anchor, Group, Paper, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Release, ReleaseState } from "@/api/releases";
import { StateBadge, type Tone } from "@/shared/ui/StateBadge";
import classes from "./ReleaseList.module.css";
import { ReleaseStanding } from "./ReleaseStanding";
import { useReleaseFacts } from "./useReleaseFacts";

interface Props {
  releases: readonly Release[];
  /** The page of a release. */
  pageOf: (version: string) => string;
}

export const TONES: Record<ReleaseState, Tone> = {
  queued: "waiting",
  building: "active",
  published: "good",
  failed: "bad",
  withdrawn: "neutral",
};

export function ReleaseList({ releases, pageOf }: Props) {
  return (
    <ul className={classes.list}>
      {releases.map((release) => (
        <li key={release.version}>
          <ReleaseCard release={release} page={pageOf(release.version)} />
        </li>
      ))}
    </ul>
  );
}

function ReleaseCard({ release, page }: { release: Release; page: string }) {
  const { t } = useTranslation("admin");
  const facts = useReleaseFacts(release);
  const { version, state, notes, files } = release;
  return (
    <Paper>
      <Group gap="sm">
        <Title order={3} fz="lg">
          <Anchor component={Link} to={page} inherit>
            {version}
          </Anchor>
        </Title>
        <StateBadge tone={TONES[state] ?? "neutral"}>{t(`releases.state.${state}`)}</StateBadge>
      </Group>
      <Text size="sm" c="dimmed">
        {facts.join(" · ")}
      </Text>
      {notes && (
        <Text mt="xs" style={{ whiteSpace: "pre-wrap" }} maw="46rem">
          {notes}
        </Text>
      )}
      <ReleaseStanding release={release} />
      {files.length > 0 && (
        <Anchor component={Link} to={page} size="sm" mt="xs" display="inline-block">
          {t("releases.more")}
        </Anchor>
      )}
    </Paper>
  );
}
