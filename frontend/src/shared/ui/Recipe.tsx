import { useTranslation } from "react-i18next";
import classes from "./Recipe.module.css";

/** What numbers were made with, on demand: as the exports have it, so in English. */
export function Recipe({ text }: { text: string }) {
  const { t } = useTranslation("admin");
  return (
    <details className={classes.recipe}>
      <summary>{t("results.recipe")}</summary>
      <p lang="en">{text}</p>
    </details>
  );
}
