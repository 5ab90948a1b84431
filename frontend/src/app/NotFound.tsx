import { Button, Container } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/shared/ui/EmptyState";

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Container size="md">
      <title>{`${t("notFound.title")} · Whybench`}</title>
      <EmptyState
        title={t("notFound.title")}
        actions={
          <Button component={Link} to="/">
            {t("common.toMyWork")}
          </Button>
        }
      >
        {t("notFound.detail")}
      </EmptyState>
    </Container>
  );
}
