import { Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { LanguageSwitch } from "@/features/session/LanguageSwitch";
import { SignInForm } from "@/features/session/SignInForm";
import { Brand } from "@/shared/ui/icons";
import { SchemeSwitch } from "@/shared/ui/SchemeSwitch";
import classes from "./SignInPage.module.css";

/** Only places of this site: anything else in the address could lead a person elsewhere. */
function placeToReturn(next: string | null): string {
  return next?.startsWith("/") && !next.startsWith("//") && !next.includes("\\") ? next : "/";
}

export default function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <main className={classes.page}>
      <title>{`${t("signIn.title")} · Whybench`}</title>
      <Group justify="flex-end">
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
      <div className={classes.form}>
        <Group gap="xs" mb="xl">
          <Brand />
          <Text ff="var(--wb-reading-font)" fz="xl" fw={650}>
            Whybench
          </Text>
        </Group>
        <Title order={1}>{t("signIn.title")}</Title>
        <Text c="dimmed" mt={4} mb="lg">
          {t("signIn.lead")}
        </Text>
        <SignInForm onSignedIn={() => navigate(placeToReturn(search.get("next")), { replace: true })} />
      </div>
    </main>
  );
}
