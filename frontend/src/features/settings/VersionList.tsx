import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Settings } from "@/api/types";
import { moment } from "@/shared/numbers/format";
import { ChangeList } from "./ChangeList";
import classes from "./VersionList.module.css";
import { differences, valuesOf } from "./values";

/** Every version, newest first, each with what it changed. */
export function VersionList({ versions }: { versions: readonly Settings[] }) {
  const { t, i18n } = useTranslation("admin");
  return (
    <ol className={classes.list}>
      {versions.map((version, index) => {
        const earlier = versions[index + 1];
        const [before, after] = [earlier && valuesOf(earlier), valuesOf(version)];
        return (
          <li key={version.version} className={classes.version}>
            <div>
              <Text fw={600}>{t("settings.version", { version: version.version })}</Text>
              <Text size="sm" c="dimmed">
                {moment(version.created_at, i18n.language)}
              </Text>
            </div>
            {!before && <Text size="sm">{t("settings.first")}</Text>}
            {before && differences(before, after).length === 0 && (
              <Text size="sm">{t("settings.nothingChanged")}</Text>
            )}
            {before && <ChangeList before={before} after={after} />}
          </li>
        );
      })}
    </ol>
  );
}
