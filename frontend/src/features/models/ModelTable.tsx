import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LanguageModel } from "@/api/models";
import { useWords } from "@/shared/i18n/useWords";
import { PlainTable } from "@/shared/ui/PlainTable";
import { StateBadge } from "@/shared/ui/StateBadge";

/** The registry of language models, to read. */
export function ModelTable({ models }: { models: readonly LanguageModel[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const compact = new Intl.NumberFormat(i18n.language, { notation: "compact", maximumSignificantDigits: 3 });
  return (
    <PlainTable label={t("models.title")}>
      <thead>
        <tr>
          <th scope="col">{t("models.name")}</th>
          <th scope="col">{t("models.languages")}</th>
          <th scope="col" data-number>
            {t("models.parameters")}
          </th>
          <th scope="col">{t("models.licence")}</th>
          <th scope="col">{t("models.source")}</th>
          <th scope="col">{t("models.state")}</th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ name, source, revision, languages, licence, parameters, enabled }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{words.list(languages.map(words.language))}</td>
            <td data-number>{parameters === null ? "–" : compact.format(parameters)}</td>
            <td>{licence || "–"}</td>
            <td>
              {source}
              <Text size="xs" c="dimmed" ff="monospace" title={revision} maw="14rem" truncate>
                {revision}
              </Text>
            </td>
            <td>
              <StateBadge tone={enabled ? "good" : "neutral"}>
                {t(enabled ? "models.enabled" : "models.disabled")}
              </StateBadge>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
