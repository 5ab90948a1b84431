import { Anchor, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type ResultsFilter, type TableForm, tableAddress } from "@/api/results";

const FORMS: readonly [TableForm, string][] = [
  ["csv", "CSV"],
  ["tex", "LaTeX"],
  ["md", "Markdown"],
];

interface Props {
  slug: string;
  /** Its name in the addresses. */
  table: string;
  filter: Partial<ResultsFilter>;
}

/** A table's files, made by the server. */
export function Downloads({ slug, table, filter }: Props) {
  const { t } = useTranslation("admin");
  return (
    <Group gap="sm" component="p" m={0} fz="sm">
      <Text span inherit c="dimmed">
        {t("results.download")}
      </Text>
      {FORMS.map(([form, name]) => (
        <Anchor key={form} href={tableAddress(slug, table, form, filter)} download inherit>
          {name}
        </Anchor>
      ))}
    </Group>
  );
}
