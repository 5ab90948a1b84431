import { Pagination } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  pages: number;
  page: number;
  onTurn: (page: number) => void;
}

/** Turns the pages of a long list; nothing where there is one page. */
export function PageTurner({ pages, page, onTurn }: Props) {
  const { t } = useTranslation("admin");
  if (pages <= 1) return null;
  return (
    <nav aria-label={t("items.pages")}>
      <Pagination
        total={pages}
        value={page}
        onChange={onTurn}
        mt="lg"
        getItemProps={(number) => ({ "aria-label": t("items.page", { number }) })}
        getControlProps={(control) => ({
          "aria-label": t(control === "previous" || control === "first" ? "items.previous" : "items.next"),
        })}
      />
    </nav>
  );
}
