import { Button, Checkbox, Group, Select, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ItemFilter } from "@/api/items";
import { useWords } from "@/shared/i18n/useWords";

interface Props {
  filter: ItemFilter;
  states: readonly string[];
  dimensions: readonly string[];
  languages: readonly string[];
  onChange: (filter: ItemFilter) => void;
}

/** Narrows the list of items. A choice counts at once, a search when it is sent or left. */
export function ItemFilters({ filter, states, dimensions, languages, onChange }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [search, setSearch] = useState(filter.q);

  const choice = (
    field: "state" | "dimension" | "language" | "role",
    values: readonly string[],
    name: (word: string) => string,
  ) => (
    <Select
      label={t(`items.${field}`)}
      data={[{ value: "", label: t("items.any") }, ...values.map((value) => ({ value, label: name(value) }))]}
      value={filter[field]}
      onChange={(value) => onChange({ ...filter, [field]: value ?? "" })}
      allowDeselect={false}
      w={{ base: "100%", xs: "10.5rem" }}
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    onChange({ ...filter, q: search.trim() });
  }

  function clear() {
    setSearch("");
    onChange({ state: "", dimension: "", language: "", role: "", q: "", near_duplicates: "", import: "" });
  }

  return (
    <search>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm" mb="lg">
          <TextInput
            label={t("items.searchHint")}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            // A form of several fields and no button heeds no Enter by itself.
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.nativeEvent.isComposing)
                event.currentTarget.form?.requestSubmit();
            }}
            onBlur={() => search.trim() !== filter.q && onChange({ ...filter, q: search.trim() })}
            w={{ base: "100%", xs: "16rem" }}
          />
          {choice("state", states, words.state)}
          {choice("dimension", dimensions, words.dimension)}
          {choice("language", languages, words.language)}
          {choice("role", ["original", "perturbed"], words.itemRole)}
          <Checkbox
            label={t("items.nearDuplicates")}
            checked={filter.near_duplicates === "true"}
            onChange={(event) =>
              onChange({ ...filter, near_duplicates: event.currentTarget.checked ? "true" : "" })
            }
            mb={8}
          />
          {(search !== "" || Object.values(filter).some((value) => value !== "")) && (
            <Button variant="subtle" onClick={clear}>
              {t("items.clear")}
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}
