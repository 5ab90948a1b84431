import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SettingRow.module.css";
import type { SettingName } from "./values";

/**
 * What lays a field out as a row: its name and what it does at the left, the control at the right, or below
 * where it is wide. was: the value before, where it is changed.
 */
export function useSettingRow(
  name: Exclude<SettingName, "guidelines">,
  was: string | null,
  error: ReactNode,
) {
  const { t } = useTranslation("admin");
  return {
    label: t(`settings.field.${name}.name`),
    description: (
      <>
        {t(`settings.field.${name}.help`)}
        {was !== null && <span className={classes.was}>{t("settings.before", { value: was })}</span>}
      </>
    ),
    error,
  };
}
