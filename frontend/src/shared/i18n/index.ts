import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { admin as enAdmin } from "./en/admin";
import { app as enApp } from "./en/app";
import { admin as zhAdmin } from "./zh-Hans/admin";
import { app as zhApp } from "./zh-Hans/app";

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文" } as const;
export type InterfaceLanguage = keyof typeof LANGUAGES;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "app";
    resources: { app: typeof enApp; admin: typeof enAdmin };
  }
}

const REMEMBERED = "whybench.language";

function firstLanguage(): InterfaceLanguage {
  const remembered = localStorage.getItem(REMEMBERED) ?? navigator.language;
  return remembered.startsWith("zh") ? "zh-Hans" : "en";
}

export function startTranslations(language: InterfaceLanguage = firstLanguage()): void {
  i18next.on("languageChanged", (chosen) => {
    document.documentElement.lang = chosen;
    localStorage.setItem(REMEMBERED, chosen);
  });
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    defaultNS: "app",
    resources: { en: { app: enApp, admin: enAdmin }, "zh-Hans": { app: zhApp, admin: zhAdmin } },
    interpolation: { escapeValue: false },
  });
}
