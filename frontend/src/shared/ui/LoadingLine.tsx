import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./LoadingLine.module.css";

/** A thin line along the top edge: it takes no room, so nothing jumps when the page arrives. */
export function LoadingLine() {
  const { t } = useTranslation();
  return (
    <div className={classes.line} role="status">
      <VisuallyHidden>{t("common.loading")}</VisuallyHidden>
    </div>
  );
}
