import type { TFunction } from "i18next";

/** Our words for what the server says of a password; null for what it says that we don't know. */
export function passwordWords(message: string, t: TFunction): string | null {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  if (least) return t("account.password.tooShort", { least });
  if (message === "Not right.") return t("account.password.notRight");
  if (/too common/.test(message)) return t("account.password.tooCommon");
  if (/entirely numeric/.test(message)) return t("account.password.onlyDigits");
  if (/too similar/.test(message)) return t("account.password.tooSimilar");
  return null;
}
