import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Obstacle } from "@/api/assignments";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import classes from "./LeftOut.module.css";
import { byReason } from "./places";

/** Which items can't be given, by reason. */
export function LeftOut({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  if (obstacles.length === 0) return null;
  const named = (code: string) => {
    const key = `assignments.obstacle.${code}`;
    return i18n.exists(key, { ns: "admin" }) ? t(key as never) : code;
  };
  return (
    <div>
      <Text fw={600}>{t("assignments.leftOut", { count: obstacles.length })}</Text>
      <ul className={classes.list}>
        {byReason(obstacles).map(({ code, message, items }) => (
          <li key={code}>
            <ServerSentence code={code} message={message} named={named} />
            <Text size="sm" c="dimmed">
              {words.list(items)}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
