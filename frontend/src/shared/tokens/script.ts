const RIGHT_TO_LEFT = new Set(["ar", "dv", "fa", "he", "ps", "ug", "ur", "yi"]);

const subtag = (language: string) => language.toLowerCase().split(/[-_]/)[0] ?? "";

export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(subtag(language)) ? "rtl" : "ltr";
}

export function isChinese(language: string): boolean {
  return subtag(language) === "zh";
}

/** The value of a `lang` attribute. Plain "zh" leaves the choice of glyphs open; ours is simplified. */
export function langAttribute(language: string): string {
  return language.toLowerCase() === "zh" ? "zh-Hans" : language;
}
