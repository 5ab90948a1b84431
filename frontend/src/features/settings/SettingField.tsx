import { Checkbox, Group, NumberInput, Select, Switch, TagsInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useWords } from "@/shared/i18n/useWords";
import classes from "./SettingRow.module.css";
import { useSettingRow } from "./useSettingRow";
import { useSettingWords } from "./useSettingWords";
import { differences, isNumber, NUMBERS, type SettingName, type Values } from "./values";

interface Props {
  name: Exclude<SettingName, "guidelines">;
  present: Values;
  values: Values;
  error: ReactNode;
  onChange: (values: Values) => void;
}

/** The methods that come with the worker; a benchmark may name others besides. */
const METHODS = ["attention", "integrated_gradients", "occlusion", "random"];

/** `.css` modules have no type for a class that may be missing. */
const named = (names: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(names).map(([part, name]) => [part, name ?? ""]));

const words = { label: classes.label, description: classes.help, error: classes.error };
const ROW = named({ ...words, root: classes.row, wrapper: classes.control });
const WIDE = named({ ...words, root: classes.wide });
const SWITCH = named({ ...words, root: classes.switch, body: classes.body, labelWrapper: classes.words });

/** One setting in its row, with the control that fits it. */
export function SettingField({ name, present, values, error, onChange }: Props) {
  const { t } = useTranslation("admin");
  const names = useWords();
  const written = useSettingWords();
  const changed = differences(present, values).includes(name);
  const row = useSettingRow(name, changed ? written.value(name, present) : null, error);
  const set = (value: unknown) => onChange({ ...values, [name]: value });

  if (isNumber(name)) {
    const { min, max, step = 1 }: { min: number; max: number; step?: number } = NUMBERS[name];
    return (
      <NumberInput
        {...row}
        classNames={ROW}
        value={values[name]}
        onChange={set}
        min={min}
        max={max}
        step={step}
        allowDecimal={step < 1}
        decimalScale={3}
        styles={{ wrapper: { width: "6.5rem" } }}
      />
    );
  }
  if (name === "languages" || name === "dimensions") {
    return (
      <TagsInput
        {...row}
        classNames={WIDE}
        value={values[name]}
        onChange={set}
        splitChars={[",", "，", "、", " "]}
        acceptValueOnBlur
        placeholder={t("settings.addName")}
        styles={{ wrapper: { maxWidth: "34rem" } }}
      />
    );
  }
  if (name === "methods") {
    return (
      <Checkbox.Group {...row} classNames={WIDE} value={values.methods} onChange={set}>
        <Group gap="lg">
          {[...new Set([...METHODS, ...present.methods])].map((method) => (
            <Checkbox key={method} value={method} label={names.method(method)} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  }
  if (name === "perturb_after" || name === "chinese_tokens") {
    const choices =
      name === "perturb_after"
        ? (["rationale", "mask"] as const).map((value) => ({
            value,
            label: t(`settings.perturbAfter.${value}`),
          }))
        : (["words", "characters"] as const).map((value) => ({
            value,
            label: t(`settings.chineseTokens.${value}`),
          }));
    return (
      <Select
        {...row}
        classNames={WIDE}
        data={choices}
        value={values[name]}
        onChange={set}
        allowDeselect={false}
        styles={{ wrapper: { maxWidth: "20rem" } }}
      />
    );
  }
  if (name === "release_gates") {
    return (
      <Select
        {...row}
        classNames={WIDE}
        data={(["warn", "block"] as const).map((value) => ({
          value,
          label: t(`settings.releaseGates.${value}`),
        }))}
        value={values.release_gates}
        onChange={set}
        allowDeselect={false}
        styles={{ wrapper: { maxWidth: "20rem" } }}
      />
    );
  }
  if (name === "consent") {
    return (
      <Textarea
        {...row}
        classNames={WIDE}
        value={values.consent}
        onChange={(event) => set(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={10}
        styles={{ wrapper: { maxWidth: "34rem" } }}
      />
    );
  }
  return (
    <Switch
      {...row}
      classNames={SWITCH}
      aria-label={row.label}
      labelPosition="left"
      size="md"
      checked={values[name]}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
