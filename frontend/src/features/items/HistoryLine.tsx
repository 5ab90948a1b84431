import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HistoryEntry } from "@/api/items";
import { useWords } from "@/shared/i18n/useWords";
import { moment } from "@/shared/numbers/format";
import classes from "./HistoryLine.module.css";

/** What proposed words that a wording took up, once each; empty for what people wrote by themselves. */
function machines({ detail }: HistoryEntry): string[] {
  const made = Array.isArray(detail.machine_made) ? detail.machine_made : [];
  return [...new Set(made.map(({ source }: { source: string }) => source))];
}

/** An item's life, oldest first: what happened, who did it, where it went and why. */
export function HistoryLine({ entries }: { entries: readonly HistoryEntry[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  if (entries.length === 0) return <Text c="dimmed">{t("items.historyEmpty")}</Text>;
  return (
    <ol className={classes.line}>
      {entries.map((entry, index) => {
        const moved = entry.after !== "" && entry.before !== entry.after;
        const { detail } = entry;
        const suggestedBy = machines(entry);
        const judged =
          typeof detail.confidence === "number"
            ? t("items.confidence", { value: detail.confidence })
            : typeof detail.sufficiency === "number" && typeof detail.compactness === "number"
              ? t("items.scored", { sufficiency: detail.sufficiency, compactness: detail.compactness })
              : typeof detail.verdict === "string"
                ? words.verdict(detail.verdict)
                : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: history is only ever added to
          <li key={index} className={classes.entry} data-moved={moved || undefined}>
            <Text component="span" fw={600}>
              {words.event(entry.event)}
            </Text>
            {moved && (
              <Text component="span">
                {entry.before
                  ? `: ${t("items.move", { before: words.state(entry.before), after: words.state(entry.after) })}`
                  : `: ${words.state(entry.after)}`}
              </Text>
            )}
            {judged && (
              <Text component="span">
                {": "}
                {judged}
              </Text>
            )}
            {suggestedBy.length > 0 && (
              <Text size="sm">{t("items.machineMade", { sources: words.list(suggestedBy) })}</Text>
            )}
            {entry.reason && <Text size="sm">{entry.reason}</Text>}
            <Text size="sm" c="dimmed">
              {moment(entry.at, i18n.language)}
              {" · "}
              {entry.actor ? t("items.by", { actor: entry.actor }) : t("items.automatic")}
              {" · "}
              {t("items.settingsVersion", { version: entry.settings_version })}
            </Text>
          </li>
        );
      })}
    </ol>
  );
}
