import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { notificationsQuery } from "@/api/notifications";
import { sessionQuery } from "@/api/session";
import type { Role } from "@/api/types";
import { WaitingLines } from "@/features/notifications/WaitingLines";
import { workPath } from "@/shared/paths";
import { Column } from "@/shared/ui/Column";
import { EmptyState } from "@/shared/ui/EmptyState";
import { PageHeader } from "@/shared/ui/PageHeader";

/** Most people work in one benchmark and go straight to it; others choose. */
export default function HomePage() {
  const { t } = useTranslation();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: waiting } = useQuery(notificationsQuery);
  const memberships = session.person?.memberships ?? [];
  const [only] = memberships;
  if (only && memberships.length === 1) {
    // Someone who only administers has no duties to see: their home is the overview.
    const administers = only.roles.every((role) => role === "admin");
    const home = workPath(only.benchmark);
    return <Navigate to={administers ? `${home}/overview` : home} replace />;
  }
  if (!only) {
    return (
      <EmptyState title={t("home.noBenchmark.title")}>
        {t("home.noBenchmark.detail", { username: session.person?.username ?? "" })}
      </EmptyState>
    );
  }
  return (
    <Column>
      <PageHeader title={t("home.title")} lead={t("home.lead")} />
      <Stack gap="lg">
        {memberships.map(({ benchmark, title, roles }) => (
          <div key={benchmark}>
            <Anchor component={Link} to={workPath(benchmark)} fz="lg" fw={600}>
              {title}
            </Anchor>
            <Text c="dimmed" size="sm">
              {roles.map((role) => t(`role.${role as Role}`)).join(" · ")}
            </Text>
            <WaitingLines rows={waiting?.filter((row) => row.benchmark === benchmark) ?? []} />
          </div>
        ))}
      </Stack>
    </Column>
  );
}
