import { Anchor, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { historyQuery, itemQuery } from "@/api/items";
import { HistoryLine } from "@/features/items/HistoryLine";
import { ItemSheet } from "@/features/items/ItemSheet";
import { toneOf } from "@/features/items/tone";
import { itemsPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Section } from "@/shared/ui/Section";
import { StateBadge } from "@/shared/ui/StateBadge";

export default function ItemViewPage() {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { slug = "", item: id = "" } = useParams();
  const { data: item, error, refetch } = useQuery(itemQuery(slug, id));
  const history = useQuery(historyQuery(slug, id));
  if (!item) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingLine />;
  return (
    <>
      <PageHeader
        title={item.external_id}
        lead={
          <Group gap="sm">
            <StateBadge tone={toneOf(item.state)}>{words.state(item.state)}</StateBadge>
            <Anchor component={Link} to={itemsPath(slug)} size="sm">
              {t("items.back")}
            </Anchor>
          </Group>
        }
      />
      <Stack gap="xl">
        <ItemSheet slug={slug} item={item} />
        <Section title={t("items.history")}>
          {history.error && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
          {history.data && <HistoryLine entries={history.data} />}
        </Section>
      </Stack>
    </>
  );
}
