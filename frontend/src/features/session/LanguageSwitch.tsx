import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rememberLanguage, sessionQuery } from "@/api/session";
import { type InterfaceLanguage, LANGUAGES } from "@/shared/i18n";

/** Two languages, so one button: it names the other one, in that language. */
export function LanguageSwitch({ signedIn = false }: { signedIn?: boolean }) {
  const { i18n } = useTranslation();
  const queries = useQueryClient();
  const remember = useMutation({
    mutationFn: rememberLanguage,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  });
  const other: InterfaceLanguage = i18n.language === "zh-Hans" ? "en" : "zh-Hans";

  async function change() {
    await i18n.changeLanguage(other);
    if (signedIn) remember.mutate(other);
  }

  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--wb-ink-soft)"
      size="compact-sm"
      lang={other}
      onClick={() => void change()}
    >
      {other === "en" ? LANGUAGES.en : "中文"}
    </Button>
  );
}
