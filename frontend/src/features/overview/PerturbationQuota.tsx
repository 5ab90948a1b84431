import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/overview";
import { useWords } from "@/shared/i18n/useWords";
import { Bar } from "@/shared/ui/Bar";

/** Accepted perturbations of each type against the quota, those still in review in a lighter tint. */
export function PerturbationQuota({ rows }: { rows: Overview["perturbations"] }) {
  const { t } = useTranslation("admin");
  const words = useWords();
  return (
    <Stack gap="md">
      {rows.map(({ type, accepted, waiting, rejected, quota }) => {
        const reached = t(accepted >= quota ? "overview.beyondQuota" : "overview.ofQuota", {
          accepted,
          quota,
        });
        const rest = [
          waiting > 0 && t("overview.inReview", { count: waiting }),
          rejected > 0 && t("overview.refused", { count: rejected }),
        ].filter(Boolean);
        return (
          <div key={type}>
            <Group justify="space-between" gap="xs" mb={4}>
              <Text size="sm" fw={600}>
                {words.perturbation(type)}
              </Text>
              <Text size="sm">{reached}</Text>
            </Group>
            <Bar
              label={`${words.perturbation(type)}: ${[reached, ...rest].join(", ")}`}
              total={quota}
              segments={[
                { key: "accepted", value: accepted, fill: "full" },
                { key: "waiting", value: waiting, fill: "light" },
              ]}
            />
            <Text size="sm" c="dimmed" mt={4} mih="1.4em">
              {rest.join(" · ")}
            </Text>
          </div>
        );
      })}
    </Stack>
  );
}
