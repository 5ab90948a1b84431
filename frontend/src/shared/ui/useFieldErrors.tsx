import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Field errors of a refusal as the api layer throws it, by field; none in anything else. */
function fieldsOf(error: unknown): Record<string, string[]> {
  return error instanceof Error && "fields" in error ? (error.fields as Record<string, string[]>) : {};
}

interface FieldErrors {
  /** What to write at a field, or null. */
  at: (field: string) => ReactNode;
  /** The error itself where no field of the form can show it, for a notice above. */
  elsewhere: unknown;
}

/**
 * Puts what the server said of each field beside it. Its sentences are English: a form that knows one gives
 * its own words for it (`said`), others are shown as they are.
 */
export function useFieldErrors(
  error: unknown,
  fields: readonly string[],
  said: (message: string) => string | null = () => null,
): FieldErrors {
  const { i18n } = useTranslation();
  const found = fieldsOf(error);
  const shown = (message: string) =>
    said(message) ?? (i18n.language === "en" ? message : <span lang="en">{message}</span>);
  return {
    at: (field) =>
      found[field]?.map((message, index) => (
        <Fragment key={message}>
          {index > 0 && " "}
          {shown(message)}
        </Fragment>
      )) ?? null,
    elsewhere: error && !Object.keys(found).some((field) => fields.includes(field)) ? error : null,
  };
}
