import { useTranslation } from "react-i18next";
import { useWords } from "@/shared/i18n/useWords";
import { isNumber, type SettingName, type Values } from "./values";

/** The names of settings and their values in the reader's words. */
export function useSettingWords() {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const numbers = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 });

  function value(name: Exclude<SettingName, "guidelines">, values: Values): string {
    if (isNumber(name)) return numbers.format(Number(values[name]));
    switch (name) {
      case "languages":
        return words.list(values.languages.map(words.language));
      case "dimensions":
        return words.list(values.dimensions.map(words.dimension));
      case "methods":
        return words.list(values.methods.map(words.method));
      case "perturb_after":
        return t(`settings.perturbAfter.${values.perturb_after}`);
      case "chinese_tokens":
        return t(`settings.chineseTokens.${values.chinese_tokens}`);
      case "release_gates":
        return t(`settings.releaseGates.${values.release_gates}`);
      case "consent":
        return values.consent || t("settings.noText");
      default:
        return values[name] ? t("settings.yes") : t("settings.no");
    }
  }

  return { name: (name: SettingName) => t(`settings.field.${name}.name`), value };
}
