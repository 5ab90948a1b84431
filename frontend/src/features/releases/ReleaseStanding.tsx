import { Box, Progress, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Release } from "@/api/releases";
import { moment, whole } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";

/** How far a release is, why it failed, or why it should no longer be used. */
export function ReleaseStanding({ release }: { release: Release }) {
  const { t, i18n } = useTranslation("admin");
  const { state, progress, error, withdrawn } = release;
  if (state === "queued" || state === "building") {
    const { stage, written = 0, total = 0 } = progress ?? {};
    const line =
      stage === "items"
        ? t("releases.progress", {
            written: whole(written, i18n.language),
            total: whole(total, i18n.language),
          })
        : stage
          ? t("releases.companions")
          : t("releases.working");
    return (
      <Stack gap={6} mt="xs" maw="34rem">
        <Text size="sm" role="status">
          {line}
        </Text>
        {stage === "items" && total > 0 && (
          <Progress value={(100 * written) / total} aria-label={t("releases.state.building")} />
        )}
      </Stack>
    );
  }
  if (state === "failed")
    return (
      <Box mt="sm">
        <Notice tone="failure" title={t("releases.failedDetail")}>
          {error?.message}
        </Notice>
      </Box>
    );
  if (withdrawn)
    return (
      <Box mt="sm">
        <Notice tone="warning" title={t("releases.withdrawnTitle")}>
          {t("releases.withdrawn", { time: moment(withdrawn.at, i18n.language), reason: withdrawn.reason })}
        </Notice>
      </Box>
    );
  return null;
}
