import { Group, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  lead?: ReactNode;
  /** A link or button that belongs to the whole part, at its right. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of a page with its heading. */
export function Section({ title, lead, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ minWidth: 0 }}>
      <Group justify="space-between" align="baseline" gap="xs" mb="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" maw="46rem">
              {lead}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </section>
  );
}
