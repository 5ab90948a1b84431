import { Anchor, Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WholeItem } from "@/api/items";
import { itemPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { Figures } from "@/shared/ui/Figures";
import { TokenText } from "@/shared/ui/TokenText";

interface Props {
  slug: string;
  item: WholeItem;
}

/** An item's text with its mask and current rationale, and what is known about it. */
export function ItemSheet({ slug, item }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const marked = new Set(item.rationale ?? []);
  const toItem = (id: number) => (
    <Anchor key={id} component={Link} to={itemPath(slug, id)} inherit>
      {t("items.number", { id })}
    </Anchor>
  );
  const facts = [
    { name: t("items.role"), value: words.itemRole(item.role) },
    { name: t("items.dimension"), value: words.dimension(item.dimension) },
    { name: t("items.language"), value: words.language(item.language) },
    { name: t("items.round"), value: item.round },
    { name: t("items.answer"), value: item.golden_answer ?? t("items.noMask") },
    ...(item.original_id === null ? [] : [{ name: t("items.original"), value: toItem(item.original_id) }]),
    ...(item.perturbed_ids.length === 0
      ? []
      : [{ name: t("items.perturbed"), value: <Group gap="xs">{item.perturbed_ids.map(toItem)}</Group> }]),
    ...(item.record_id ? [{ name: t("items.record"), value: item.record_id }] : []),
    ...(item.corpus ? [{ name: t("items.corpus"), value: item.corpus }] : []),
    ...(item.source_file ? [{ name: t("items.file"), value: item.source_file }] : []),
    ...(item.source_line ? [{ name: t("items.line"), value: item.source_line }] : []),
    ...(item.tokeniser ? [{ name: t("items.tokeniser"), value: item.tokeniser }] : []),
    ...(item.reads_like === null ? [] : [{ name: t("items.readsLike"), value: toItem(item.reads_like) }]),
    ...(item.licence ? [{ name: t("items.licence"), value: item.licence }] : []),
  ];
  return (
    <Stack gap="lg">
      <Paper maw="calc(var(--wb-measure) + 8rem)">
        <TokenText
          tokens={item.tokens}
          tail={item.tail}
          language={item.language}
          mask={item.mask}
          answer={item.golden_answer}
          lookOf={(index) => (marked.has(index) ? "marked" : undefined)}
        />
        {marked.size > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {t("items.rationaleLegend")}
          </Text>
        )}
      </Paper>
      <Figures figures={facts} />
    </Stack>
  );
}
