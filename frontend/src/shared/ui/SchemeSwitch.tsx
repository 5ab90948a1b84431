import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Moon, Sun } from "./icons";

export function SchemeSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const night = useComputedColorScheme("light") === "dark";
  const name = night ? t("shell.toLight") : t("shell.toDark");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--wb-ink-soft)"
      size="lg"
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(night ? "light" : "dark")}
    >
      {night ? <Sun /> : <Moon />}
    </ActionIcon>
  );
}
