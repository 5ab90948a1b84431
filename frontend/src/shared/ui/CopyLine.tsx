import { Button, CopyButton, Group, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Something to take along exactly as it is, such as a password that is shown once. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label={label}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        flex="1 1 14rem"
        maw="34rem"
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? t("account.copied") : t("account.copy")}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
