import { Alert, Checkbox, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PerturbationPreview } from "@/api/types";

interface Props {
  warnings: PerturbationPreview["warnings"];
  confirmed: readonly string[];
  onConfirm: (code: string, yes: boolean) => void;
}

/** What does not fit the kind of change; each is confirmed by itself, or goes away with another wording. */
export function WarningList({ warnings, confirmed, onConfirm }: Props) {
  const { t, i18n } = useTranslation();
  // The server's sentence names the words, but it is English.
  const sentence = ({ code, message }: Props["warnings"][number]) =>
    i18n.language !== "en" && i18n.exists(`warning.${code}`)
      ? t(`warning.${code}` as "warning.rationale_changed")
      : message;
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t("perturb.warnings")}>
      <Stack gap="xs">
        {warnings.map((warning) => (
          <Checkbox
            key={warning.code}
            label={sentence(warning)}
            checked={confirmed.includes(warning.code)}
            onChange={(event) => onConfirm(warning.code, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Alert>
  );
}
