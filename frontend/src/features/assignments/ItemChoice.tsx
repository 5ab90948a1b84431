import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ItemRow } from "@/api/items";
import { useWords } from "@/shared/i18n/useWords";
import { langAttribute } from "@/shared/tokens/script";
import { PlainTable } from "@/shared/ui/PlainTable";
import classes from "./ItemChoice.module.css";

interface Props {
  items: readonly ItemRow[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

/** One page of items to tick. What is ticked on other pages stays ticked. */
export function ItemChoice({ items, chosen, onChoose }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const ticked = items.filter(({ id }) => chosen.has(id)).length;

  function choose(ids: readonly number[], wanted: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (wanted) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  }

  return (
    <PlainTable label={t("items.title")}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              aria-label={t("assignments.wholePage")}
              checked={items.length > 0 && ticked === items.length}
              indeterminate={ticked > 0 && ticked < items.length}
              onChange={(event) =>
                choose(
                  items.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          </th>
          <th scope="col">{t("items.name")}</th>
          <th scope="col">{t("items.text")}</th>
          <th scope="col">{t("items.state")}</th>
          <th scope="col">{t("items.dimension")}</th>
          <th scope="col">{t("items.language")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <Checkbox
                id={`choose-${item.id}`}
                aria-label={t("assignments.choose", { item: item.external_id })}
                checked={chosen.has(item.id)}
                onChange={(event) => choose([item.id], event.currentTarget.checked)}
              />
            </td>
            <th scope="row">
              <label htmlFor={`choose-${item.id}`}>{item.external_id}</label>
            </th>
            <td data-prose>
              <label
                htmlFor={`choose-${item.id}`}
                className={classes.text}
                lang={langAttribute(item.language)}
              >
                {item.masked_text}
              </label>
            </td>
            <td>{words.state(item.state)}</td>
            <td>{words.dimension(item.dimension)}</td>
            <td>{words.language(item.language)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
