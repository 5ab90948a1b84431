import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";

interface Props {
  waiting: boolean;
  error: unknown;
}

/** Stands where the comparison will be: not asked for yet, on its way, or refused. */
export function PreviewState({ waiting, error }: Props) {
  const { t } = useTranslation();
  if (error) return <ErrorNotice error={error} />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(waiting ? "perturb.comparing" : "perturb.noPreview")}
    </Text>
  );
}
