import { Group, NumberInput, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DUTIES, type Duty } from "@/api/types";

export interface Person {
  username: string;
  name: string;
  roles: readonly string[];
}

interface Props {
  duty: Duty;
  username: string;
  days: number | null;
  /** Those who have the role for the duty. */
  people: readonly Person[];
  leaseMinutes: number;
  onDuty: (duty: Duty) => void;
  onPerson: (username: string) => void;
  onDays: (days: number | null) => void;
}

/** What is given to whom, and for how long. */
export function GivingForm(props: Props) {
  const { duty, username, days, people, leaseMinutes, onDuty, onPerson, onDays } = props;
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation();
  return (
    <Group align="flex-start" gap="md">
      <Select
        label={t("assignments.duty")}
        data={DUTIES.map((value) => ({ value, label: common(`duty.${value}.title`) }))}
        value={duty}
        onChange={(value) => value && onDuty(value as Duty)}
        allowDeselect={false}
        w={{ base: "100%", xs: "15rem" }}
      />
      <Select
        label={t("assignments.username")}
        description={people.length === 0 ? t("assignments.nobody") : undefined}
        inputWrapperOrder={["label", "input", "description"]}
        placeholder={t("assignments.choosePerson")}
        data={people.map((person) => ({
          value: person.username,
          label: person.name === person.username ? person.name : `${person.name} (${person.username})`,
        }))}
        value={username || null}
        onChange={(value) => onPerson(value ?? "")}
        searchable
        w={{ base: "100%", xs: "18rem" }}
      />
      <NumberInput
        label={t("assignments.days")}
        description={t("assignments.daysHelp", { minutes: leaseMinutes })}
        inputWrapperOrder={["label", "input", "description"]}
        value={days ?? ""}
        onChange={(value) => onDays(value === "" ? null : Number(value))}
        min={1}
        max={90}
        allowDecimal={false}
        w={{ base: "100%", xs: "16rem" }}
      />
    </Group>
  );
}
