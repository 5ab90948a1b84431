import { Alert, Button, List } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Refusal {
  code: string;
  message: string;
  fields: Record<string, string[]>;
}

interface Props {
  /** A Problem as the api layer throws it, or anything else that was thrown. */
  error: unknown;
  onRetry?: () => void;
  /** Offered where the item itself has moved on, so that trying again can't help. */
  onNext?: () => void;
}

const MOVED_ON = new Set([
  "not_allowed_in_state",
  "not_eligible",
  "already_judged",
  "place_taken",
  "stale",
  "not_found",
]);

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "code" in error && "fields" in error;
}

/** Says what went wrong and what to do: in our words where the code is known, else in the server's. */
export function ErrorNotice({ error, onRetry, onNext }: Props) {
  const { t, i18n } = useTranslation();
  const code = isRefusal(error) ? error.code : "page_broke";
  const known = i18n.exists(`problem.${code}.title`);
  const key = (known ? code : "unknown") as "unknown";
  // The server's sentence is more exact than ours, but it is English.
  const detail = isRefusal(error) && error.message && i18n.language === "en" ? error.message : null;
  const fields = isRefusal(error) ? Object.entries(error.fields) : [];
  return (
    <Alert role="alert" color="red" variant="light" title={t(`problem.${key}.title`)} maw="46rem">
      {detail ?? t(`problem.${key}.detail`)}
      {fields.length > 0 && (
        <List size="sm" mt="xs">
          {fields.map(([field, messages]) => (
            <List.Item key={field}>
              <b>{field}</b>: {messages.join(" ")}
            </List.Item>
          ))}
        </List>
      )}
      {onNext && MOVED_ON.has(code) && (
        <div>
          <Button variant="default" size="xs" mt="sm" onClick={onNext}>
            {t("common.nextItem")}
          </Button>
        </div>
      )}
      {onRetry && (
        <div>
          <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </Alert>
  );
}
