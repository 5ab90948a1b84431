import { useTranslation } from "react-i18next";
import type { ImportFormats } from "@/api/imports";
import { useWords } from "@/shared/i18n/useWords";

/** The formats in their groups, as a list offers them. */
export function useFormatChoices({ formats }: ImportFormats) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const groups = [...new Set(formats.map(({ group }) => group))];
  return groups.map((group) => ({
    group: t(`importing.groups.${group}`),
    items: formats
      .filter((format) => format.group === group)
      .map(({ name }) => ({ value: name, label: words.importFormat(name) })),
  }));
}
