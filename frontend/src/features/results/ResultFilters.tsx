import { Group, NumberInput, Select } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Results, ResultsFilter } from "@/api/results";
import { useWords } from "@/shared/i18n/useWords";
import { fractionOf, isEmptyRange, percentOf } from "./filters";

interface Props {
  filter: ResultsFilter;
  choices: Results["choices"];
  onChange: (filter: ResultsFilter) => void;
}

/** On a narrow screen two boxes share a row. */
const HALF = "calc(50% - 0.375rem)";

/** Narrows everything on the page. A choice counts at once, a bound when it is sent or left. */
export function ResultFilters({ filter, choices, onChange }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [from, setFrom] = useState(percentOf(filter.ratio_from));
  const [to, setTo] = useState(percentOf(filter.ratio_to));

  const choice = (
    field: "release" | "language" | "dimension" | "type",
    values: readonly string[],
    name: (word: string) => string,
    none: string,
    wide = false,
  ) => (
    <Select
      label={t(`results.${field}`)}
      // What the address asks for is shown even where nothing has it.
      data={[
        { value: "", label: none },
        ...[...new Set([...values, ...(filter[field] ? [filter[field]] : [])])].map((value) => ({
          value,
          label: name(value),
        })),
      ]}
      value={filter[field]}
      onChange={(value) => onChange({ ...filter, [field]: value ?? "" })}
      allowDeselect={false}
      w={wide ? { base: "100%", xs: "13rem" } : { base: HALF, xs: "10.5rem" }}
    />
  );

  const bounds = { ratio_from: fractionOf(from), ratio_to: fractionOf(to) };
  const empty = isEmptyRange(bounds.ratio_from, bounds.ratio_to);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (empty) return;
    if (bounds.ratio_from !== filter.ratio_from || bounds.ratio_to !== filter.ratio_to)
      onChange({ ...filter, ...bounds });
  };
  const bound = (
    label: string,
    none: string,
    value: string,
    set: (value: string) => void,
    wrong: string | false = false,
  ) => (
    <NumberInput
      label={label}
      title={t("results.ratioHelp")}
      placeholder={none}
      error={wrong}
      value={value}
      onChange={(number) => set(String(number))}
      onBlur={() => send()}
      // A form of several fields and no button heeds no Enter by itself.
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.form?.requestSubmit()}
      min={0}
      max={100}
      clampBehavior="strict"
      decimalScale={2}
      suffix="%"
      hideControls
      w={{ base: HALF, xs: "8.5rem" }}
    />
  );

  return (
    <search aria-label={t("results.filters")}>
      <form onSubmit={send}>
        <Group align="flex-end" gap="sm">
          {choice("release", choices.releases, (version) => version, t("results.asItStands"), true)}
          {choice("language", choices.languages, words.language, t("results.any"))}
          {choice("dimension", choices.dimensions, words.dimension, t("results.any"))}
          {choice("type", choices.types, words.perturbation, t("results.any"), true)}
          {bound(t("results.ratioFrom"), "0%", from, setFrom)}
          {bound(t("results.ratioTo"), "100%", to, setTo, empty && t("results.emptyRange"))}
        </Group>
      </form>
    </search>
  );
}
