import { Box, Button, CopyButton, Group, Paper, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Release, ReleaseState } from "@/api/releases";
import { bytes, moment } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";
import { StateBadge, type Tone } from "@/shared/ui/StateBadge";
import { countsOf } from "./manifest";
import classes from "./ReleaseList.module.css";

interface Props {
  releases: readonly Release[];
  /** Where a file of a release is fetched from. */
  addressOf: (version: string, file: string) => string;
}

const TONES: Record<ReleaseState, Tone> = {
  queued: "waiting",
  building: "active",
  published: "good",
  failed: "bad",
  withdrawn: "neutral",
};

export function ReleaseList({ releases, addressOf }: Props) {
  return (
    <ul className={classes.list}>
      {releases.map((release) => (
        <li key={release.version}>
          <ReleaseCard release={release} addressOf={addressOf} />
        </li>
      ))}
    </ul>
  );
}

function ReleaseCard({ release, addressOf }: { release: Release } & Pick<Props, "addressOf">) {
  const { t, i18n } = useTranslation("admin");
  const { version, state, notes, error, files, created_at, published_at, withdrawn } = release;
  const { pairs, items } = countsOf(release.manifest);
  const facts = [
    moment(published_at ?? created_at, i18n.language),
    ...(pairs !== null ? [t("releases.counts.pairs", { count: pairs, number: pairs })] : []),
    ...(items !== null ? [t("releases.counts.items", { number: items })] : []),
  ];
  return (
    <Paper>
      <Group gap="sm">
        <Title order={3} fz="lg">
          {version}
        </Title>
        <StateBadge tone={TONES[state] ?? "neutral"}>{t(`releases.state.${state}`)}</StateBadge>
      </Group>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(" · ")}
        </Text>
      )}
      {notes && (
        <Text mt="xs" style={{ whiteSpace: "pre-wrap" }} maw="46rem">
          {notes}
        </Text>
      )}
      {withdrawn && (
        <Text mt="xs">
          {t("releases.withdrawn", { time: moment(withdrawn.at, i18n.language), reason: withdrawn.reason })}
        </Text>
      )}
      {(state === "queued" || state === "building") && (
        <Text size="sm" mt="xs" role="status">
          {t("releases.working")}
        </Text>
      )}
      {state === "failed" && (
        <Box mt="sm">
          <Notice tone="failure" title={t("releases.failedDetail")}>
            {error?.message}
          </Notice>
        </Box>
      )}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(({ name, size, sha256 }) => (
            <li key={name} className={classes.file}>
              <span className={classes.name}>{name}</span>
              <span className={classes.size}>{bytes(size, i18n.language)}</span>
              <span className={classes.sum} title={sha256}>
                {sha256.slice(0, 10)}…
                <CopyButton value={sha256}>
                  {({ copied, copy }) => (
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      onClick={copy}
                      aria-label={t("releases.copy", { name })}
                    >
                      {copied ? t("releases.copied") : t("releases.copyShort")}
                    </Button>
                  )}
                </CopyButton>
              </span>
              <Button
                component="a"
                href={addressOf(version, name)}
                download={name}
                variant="default"
                size="xs"
                aria-label={t("releases.downloadFile", { name })}
              >
                {t("releases.download")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
