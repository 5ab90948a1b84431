import { Fieldset, Select, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  /** What a column may hold. */
  parts: readonly string[];
  /** The table's own names. */
  columns: readonly string[];
  mapping: Readonly<Record<string, string>>;
  /** Whether the text's column was left out. */
  missing: boolean;
  onChange: (mapping: Record<string, string>) => void;
}

/** Which column of a table holds the text, its name, the answer and so on. */
export function ColumnMapping({ parts, columns, mapping, missing, onChange }: Props) {
  const { t } = useTranslation("admin");
  const nothing = { value: "", label: t("importing.noColumn") };
  function choose(part: string, column: string) {
    const others = Object.entries(mapping).filter(([other]) => other !== part);
    onChange(Object.fromEntries(column ? [...others, [part, column]] : others));
  }
  return (
    <Fieldset legend={t("importing.columns")}>
      {columns.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t("importing.noHeader")}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {parts.map((part) => (
          <Select
            key={part}
            label={t(`importing.column.${part}` as "importing.column.text")}
            error={part === "text" && missing ? t("importing.needText") : null}
            data={[nothing, ...[...new Set(columns)].filter(Boolean)]}
            // A column that is called like the part holds it, unless another one was chosen.
            value={mapping[part] ?? (columns.includes(part) ? part : "")}
            onChange={(column) => choose(part, column ?? "")}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
