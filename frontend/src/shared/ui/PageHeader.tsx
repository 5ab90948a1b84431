import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** One line under the title: what the page is for, or what it shows now. */
  lead?: ReactNode;
  /** What one can do with the whole page, at its right. */
  actions?: ReactNode;
}

export function PageHeader({ title, lead, actions }: Props) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <title>{`${title} · Whybench`}</title>
      <Stack gap={4} maw="40rem">
        <Title order={1}>{title}</Title>
        {lead && (
          <Text component="div" c="dimmed">
            {lead}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
