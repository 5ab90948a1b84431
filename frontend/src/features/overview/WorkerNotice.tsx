import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/overview";
import { moment } from "@/shared/numbers/format";
import { Notice } from "@/shared/ui/Notice";

/** Whether a scoring worker answers, and what it means if none does. */
export function WorkerNotice({ worker }: { worker: Overview["worker"] }) {
  const { t, i18n } = useTranslation("admin");
  const time = worker.last_seen && moment(worker.last_seen, i18n.language);
  if (worker.alive) {
    return (
      <Text size="sm" c="dimmed">
        {time ? t("overview.workerThereSince", { time }) : t("overview.workerThere")}
      </Text>
    );
  }
  return (
    <Notice tone="warning" title={t("overview.workerGone")}>
      {t("overview.workerGoneDetail")} {time ? t("overview.workerLast", { time }) : t("overview.workerNever")}
    </Notice>
  );
}
