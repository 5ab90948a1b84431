import { Alert, Checkbox, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PerturbationPreview, TaskItem } from "@/api/types";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { PairText } from "./PairText";

interface Props {
  original: TaskItem;
  originalRationale: readonly number[];
  preview: PerturbationPreview | null;
  /** Whether a changed wording is still on its way. */
  waiting: boolean;
  error: unknown;
  confirmed: readonly string[];
  onConfirm: (code: string, yes: boolean) => void;
}

/** What the server makes of the wording as it stands: the alignment, the rationale carried over, warnings. */
export function PreviewPanel({
  original,
  originalRationale,
  preview,
  waiting,
  error,
  confirmed,
  onConfirm,
}: Props) {
  const { t, i18n } = useTranslation();
  if (error) return <ErrorNotice error={error} />;
  if (!preview) {
    return (
      <Text size="sm" c="dimmed">
        {t(waiting ? "perturb.comparing" : "perturb.noPreview")}
      </Text>
    );
  }
  const sentence = ({ code, message }: { code: string; message: string }) =>
    i18n.language !== "en" && i18n.exists(`warning.${code}`) ? t(`warning.${code}` as never) : message;
  return (
    <Stack gap="md">
      <PairText
        original={{ ...original, rationale: originalRationale }}
        perturbed={{ ...preview, rationale: [...preview.projection.kept, ...preview.projection.changed] }}
        language={original.language}
        links={preview.links}
      />
      {preview.warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={t("perturb.warnings")}>
          <Stack gap="xs">
            {preview.warnings.map((warning) => (
              <Checkbox
                key={warning.code}
                label={sentence(warning)}
                checked={confirmed.includes(warning.code)}
                onChange={(event) => onConfirm(warning.code, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
