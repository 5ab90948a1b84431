import { useTranslation } from "react-i18next";
import classes from "./HeatLegend.module.css";

const STEPS = [1, 0.66, 0.33];

export function HeatLegend() {
  const { t } = useTranslation("admin");
  const step = (side: "for" | "against", strength: number) => (
    <span
      key={`${side} ${strength}`}
      className={classes.step}
      data-side={side}
      style={{ "--strength": strength } as Record<string, number>}
    />
  );
  return (
    <section className={classes.legend} aria-label={t("saliency.legend")}>
      <span className={classes.entry}>
        {t("saliency.against")}
        <span className={classes.scale} aria-hidden="true">
          {STEPS.map((strength) => step("against", strength))}
          {step("for", 0)}
          {STEPS.toReversed().map((strength) => step("for", strength))}
        </span>
        {t("saliency.for")}
      </span>
      <span className={classes.entry}>
        <span className={classes.underlined} aria-hidden="true">
          Aa
        </span>
        {t("saliency.underline")}
      </span>
      <span>{t("saliency.scale")}</span>
    </section>
  );
}
