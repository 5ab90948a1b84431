import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportReport } from "@/api/imports";
import { bytes, percent, whole } from "@/shared/numbers/format";

interface Props {
  report: ImportReport;
  busy: boolean;
  onCancel: () => void;
}

/** How far a check or an import is, and the way to stop it. */
export function ImportProgress({ report, busy, onCancel }: Props) {
  const { t, i18n } = useTranslation("admin");
  const { progress, read, stored, state, stopping, started_at, left_out } = report;
  const share = progress.total > 0 ? Math.min(1, progress.bytes / progress.total) : 0;
  const waits = started_at === null;
  const title = stopping ? "stopping" : waits ? "waits" : state === "checking" ? "checking" : "running";
  const missing = Object.values(left_out).reduce((sum, number) => sum + number, 0);
  return (
    <Stack gap="xs" maw="46rem">
      <Group justify="space-between">
        <Text fw={600} role="status">
          {t(`importing.at.${title}`)}
        </Text>
        <Text c="dimmed" size="sm">
          {progress.total > 0 &&
            t("importing.bytesRead", {
              read: bytes(progress.bytes, i18n.language),
              total: bytes(progress.total, i18n.language),
              share: percent(share, i18n.language),
            })}
        </Text>
      </Group>
      <Progress
        value={share * 100}
        aria-label={t("importing.progress")}
        animated={!waits}
        size="lg"
        transitionDuration={300}
      />
      <Group justify="space-between">
        <Text size="sm">
          {t(state === "checking" ? "importing.countsChecked" : "importing.counts", {
            read: whole(read, i18n.language),
            stored: whole(stored, i18n.language),
            missing: whole(missing, i18n.language),
          })}
        </Text>
        <Button variant="default" disabled={stopping} loading={busy} onClick={onCancel}>
          {t("importing.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}
