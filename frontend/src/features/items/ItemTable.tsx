import { Anchor, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ItemRow } from "@/api/items";
import { itemPath } from "@/shared/adminPaths";
import { useWords } from "@/shared/i18n/useWords";
import { langAttribute } from "@/shared/tokens/script";
import { PlainTable } from "@/shared/ui/PlainTable";
import { StateBadge } from "@/shared/ui/StateBadge";
import classes from "./ItemTable.module.css";
import { toneOf } from "./tone";

interface Props {
  slug: string;
  items: readonly ItemRow[];
}

export function ItemTable({ slug, items }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  return (
    <PlainTable label={t("items.title")}>
      <thead>
        <tr>
          <th scope="col">{t("items.name")}</th>
          <th scope="col">{t("items.text")}</th>
          <th scope="col">{t("items.state")}</th>
          <th scope="col">{t("items.role")}</th>
          <th scope="col">{t("items.dimension")}</th>
          <th scope="col">{t("items.language")}</th>
          <th scope="col" data-number>
            {t("items.round")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <Anchor component={Link} to={itemPath(slug, item.id)} inherit>
                {item.external_id}
              </Anchor>
            </th>
            <td data-prose>
              <span className={classes.text} lang={langAttribute(item.language)}>
                {item.masked_text}
              </span>
              {item.reads_like !== null && (
                <Text size="sm" c="dimmed">
                  {t("items.readsLike")}{" "}
                  <Anchor component={Link} to={itemPath(slug, item.reads_like)} inherit>
                    {t("items.number", { id: item.reads_like })}
                  </Anchor>
                </Text>
              )}
            </td>
            <td>
              <StateBadge tone={toneOf(item.state)}>{words.state(item.state)}</StateBadge>
            </td>
            <td>{words.itemRole(item.role)}</td>
            <td>{words.dimension(item.dimension)}</td>
            <td>{words.language(item.language)}</td>
            <td data-number>{item.round}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
