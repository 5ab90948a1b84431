import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Says in words why a place is empty and what to do about it. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <Stack align="flex-start" gap="sm" py="xl" maw="36rem">
      <Title order={2}>{title}</Title>
      <Text c="dimmed">{children}</Text>
      {actions && <Group mt="xs">{actions}</Group>}
    </Stack>
  );
}
