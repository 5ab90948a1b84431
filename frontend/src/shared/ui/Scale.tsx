import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Scale.module.css";

interface Props {
  label: string;
  steps: readonly { value: number; label: string }[];
  /** The end of the scale that is best: always shown, because some scales run down and others up. */
  best?: number;
  value: number | null;
  onChange: (value: number) => void;
  /** Whether number keys go to this scale now. */
  takesKeys: boolean;
  disabled?: boolean;
}

/** A choice of a few steps in words; each can be clicked, reached with the arrows or typed as its number. */
export function Scale({ label, steps, best, value, onChange, takesKeys, disabled = false }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={classes.scale} disabled={disabled} data-takes-keys={takesKeys || undefined}>
      <legend className={classes.legend}>{label}</legend>
      {steps.map((step) => (
        <label key={step.value} className={classes.step} data-chosen={step.value === value || undefined}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            value={step.value}
            checked={step.value === value}
            onChange={() => onChange(step.value)}
          />
          <span className={classes.number} aria-hidden="true">
            {step.value}
          </span>
          <span>{step.label}</span>
          {step.value === best && <span className={classes.best}>{t("scale.best")}</span>}
        </label>
      ))}
    </fieldset>
  );
}
