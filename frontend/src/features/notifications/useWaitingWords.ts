import { useTranslation } from "react-i18next";
import type { Notification } from "@/api/notifications";
import { whole } from "@/shared/numbers/format";
import { type Waiting, waitingIn } from "./counting";

/** Counts and what they count, in sentences. */
export function useWaitingWords() {
  const { t, i18n } = useTranslation();
  const number = ({ number: count, more }: Waiting) => {
    const written = whole(count, i18n.language);
    return more ? t("notifications.many", { number: written }) : written;
  };
  return {
    number,
    sentence: (row: Notification) => {
      const waiting = waitingIn(row);
      return t(`notifications.waits.${row.duty}`, { count: waiting.number, number: number(waiting) });
    },
  };
}
