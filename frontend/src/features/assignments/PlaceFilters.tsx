import { Group, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PlaceFilter } from "@/api/assignments";
import { DUTIES } from "@/api/types";
import { PLACE_STATES } from "./places";

interface Props {
  filter: PlaceFilter;
  people: readonly { username: string; name: string }[];
  onChange: (filter: PlaceFilter) => void;
}

/** Narrows the list of places; each choice counts at once. */
export function PlaceFilters({ filter, people, onChange }: Props) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation();
  const choice = (field: keyof PlaceFilter, data: { value: string; label: string }[], width: string) => (
    <Select
      label={t(`assignments.${field}`)}
      data={[{ value: "", label: t("items.any") }, ...data]}
      value={filter[field]}
      onChange={(value) => onChange({ ...filter, [field]: value ?? "" })}
      allowDeselect={false}
      searchable={field === "username"}
      w={{ base: "100%", xs: width }}
    />
  );
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="lg">
        {choice(
          "state",
          PLACE_STATES.map((value) => ({ value, label: t(`assignments.state_of.${value}`) })),
          "10.5rem",
        )}
        {choice(
          "duty",
          DUTIES.map((value) => ({ value, label: common(`duty.${value}.title`) })),
          "14rem",
        )}
        {choice(
          "username",
          people.map(({ username, name }) => ({ value: username, label: name })),
          "14rem",
        )}
      </Group>
    </search>
  );
}
