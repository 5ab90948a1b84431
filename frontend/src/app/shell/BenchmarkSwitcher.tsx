import { Button, Menu, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Person } from "@/api/types";
import { workPath } from "@/shared/paths";
import { Chevron } from "@/shared/ui/icons";

type Membership = Person["memberships"][number];

interface Props {
  current: Membership;
  memberships: readonly Membership[];
}

export function BenchmarkSwitcher({ current, memberships }: Props) {
  const { t } = useTranslation();
  if (memberships.length < 2) {
    return (
      <Text size="sm" fw={600} px={10} style={{ whiteSpace: "nowrap" }}>
        {current.title}
      </Text>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--wb-ink)"
          size="compact-sm"
          flex="none"
          rightSection={<Chevron />}
          aria-label={t("shell.switchBenchmark", { title: current.title })}
        >
          {current.title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ benchmark, title }) => (
          <Menu.Item
            key={benchmark}
            component={Link}
            to={workPath(benchmark)}
            aria-current={benchmark === current.benchmark}
            fw={benchmark === current.benchmark ? 600 : 400}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
