import { useTranslation } from "react-i18next";
import type { PerturbationType } from "@/api/types";
import classes from "./TypeChoice.module.css";

const TYPES: readonly PerturbationType[] = ["dispensable", "important", "syntactic"];

interface Props {
  value: PerturbationType | null;
  onChange: (type: PerturbationType) => void;
  /** How many of each type the benchmark has, so that a rare one may be chosen. */
  counts: Readonly<Record<string, number>>;
  /** How many of each it should have; null while that is not known. */
  quota: number | null;
}

/** What kind of change is made. It comes first, because the warnings and the count depend on it. */
export function TypeChoice({ value, onChange, counts, quota }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t("perturb.type")}</legend>
      {TYPES.map((type, position) => (
        <label key={type} className={classes.card} data-chosen={value === type || undefined}>
          <input
            type="radio"
            name="perturbation-type"
            className={classes.radio}
            checked={value === type}
            onChange={() => onChange(type)}
          />
          <span className={classes.name}>
            <span className={classes.number} aria-hidden="true">
              {position + 1}
            </span>
            {t(`perturb.types.${type}.title`)}
          </span>
          <span className={classes.lead}>{t(`perturb.types.${type}.lead`)}</span>
          <span className={classes.count}>
            {quota === null
              ? t("perturb.counted", { count: counts[type] ?? 0 })
              : t("perturb.countedOf", { count: counts[type] ?? 0, quota })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export const typeKeys = (choose: (type: PerturbationType) => void) =>
  Object.fromEntries(TYPES.map((type, position) => [String(position + 1), () => choose(type)]));
