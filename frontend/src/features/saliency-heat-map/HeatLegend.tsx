import { useTranslation } from "react-i18next";
import classes from "./HeatLegend.module.css";

const STEPS = [1, 0.66, 0.33];

interface Props {
  /** Whether any word speaks against the answer; some methods only know more and less. */
  isSigned: boolean;
}

export function HeatLegend({ isSigned }: Props) {
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
        {t(isSigned ? "saliency.against" : "saliency.weak")}
        <span className={classes.scale} aria-hidden="true">
          {isSigned && STEPS.map((strength) => step("against", strength))}
          {step("for", 0)}
          {STEPS.toReversed().map((strength) => step("for", strength))}
        </span>
        {t(isSigned ? "saliency.for" : "saliency.strong")}
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
