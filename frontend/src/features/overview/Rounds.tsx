import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/overview";
import { whole } from "@/shared/numbers/format";
import { Bar, type Fill } from "@/shared/ui/Bar";

/** In which round rationales were accepted, and how many never were. */
export function Rounds({ rounds }: { rounds: Overview["rounds"] }) {
  const { t, i18n } = useTranslation("admin");
  const lines: { name: string; value: number; fill: Fill }[] = [
    ...Object.entries(rounds.accepted_by_round).map(([round, value]) => ({
      name: t("overview.acceptedIn", { round }),
      value,
      fill: "full" as const,
    })),
    { name: t("overview.neverAccepted"), value: rounds.discarded, fill: "hatched" },
  ];
  const total = Math.max(1, ...lines.map(({ value }) => value));
  return (
    <Stack gap="md">
      {lines.map(({ name, value, fill }) => (
        <div key={name}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm">{name}</Text>
            <Text size="sm" fw={600}>
              {whole(value, i18n.language)}
            </Text>
          </Group>
          <Bar label={`${name}: ${value}`} total={total} segments={[{ key: name, value, fill }]} />
        </div>
      ))}
    </Stack>
  );
}
