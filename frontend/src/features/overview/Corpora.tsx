import { useTranslation } from "react-i18next";
import { whole } from "@/shared/numbers/format";
import { PlainTable } from "@/shared/ui/PlainTable";

interface Props {
  corpora: readonly { corpus: string; licence: string; items: number }[];
}

/** Where the items come from and under which licence. */
export function Corpora({ corpora }: Props) {
  const { t, i18n } = useTranslation("admin");
  return (
    <PlainTable label={t("overview.corpora")}>
      <thead>
        <tr>
          <th scope="col">{t("overview.corpus")}</th>
          <th scope="col">{t("overview.licence")}</th>
          <th scope="col" data-number>
            {t("overview.originals")}
          </th>
        </tr>
      </thead>
      <tbody>
        {corpora.map(({ corpus, licence, items }) => (
          <tr key={`${corpus} ${licence}`}>
            <th scope="row">{corpus || "–"}</th>
            <td>{licence || t("overview.noLicence")}</td>
            <td data-number>{whole(items, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
