import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Plan } from "@/api/assignments";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LeftOut } from "./LeftOut";

interface Props {
  plan: Plan;
  name: string;
  days: number | null;
  busy: boolean;
  error: unknown;
  onGive: () => void;
  onClose: () => void;
}

/** What would be given and who is left out and why, before anything is changed. */
export function PlanDialog({ plan, name, days, busy, error, onGive, onClose }: Props) {
  const { t } = useTranslation("admin");
  const count = plan.assigned.length;
  const title = count === 0 ? t("assignments.planNone", { name }) : t("assignments.plan", { count, name });
  return (
    <Modal opened onClose={onClose} title={title} size="lg" withCloseButton={false}>
      <Stack gap="md">
        {count > 0 && (
          <Text>{days === null ? t("assignments.asUsual") : t("assignments.reserved", { count: days })}</Text>
        )}
        <LeftOut obstacles={plan.obstacles} />
        {error !== null && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus={count === 0 || undefined}>
            {t("assignments.back")}
          </Button>
          {count > 0 && (
            <Button onClick={onGive} loading={busy} data-autofocus>
              {t("assignments.give", { count })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
