import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Problem } from "@/api/problem";
import type { PerturbationPreview } from "@/api/types";

/**
 * Warnings that the server raised on submission and the preview did not know: the original's rationale may be
 * another one by then. Each is confirmed like the others.
 */
export function useAskedWarnings(error: unknown, previewed: PerturbationPreview["warnings"]) {
  const { t } = useTranslation();
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const asked =
    error instanceof Problem && error.code === "confirmation_needed"
      ? (error.fields.confirmed_warnings ?? [])
      : [];
  const codes = [...new Set([...asked, ...confirmed])];
  const warnings = codes
    .filter((code) => !previewed.some((warning) => warning.code === code))
    .map((code) => ({ code, message: t(`warning.${code}` as "warning.rationale_changed") }));
  return {
    warnings,
    confirmed: warnings.map(({ code }) => code).filter((code) => confirmed.includes(code)),
    confirm: (code: string, yes: boolean) =>
      setConfirmed((now) => [...now.filter((other) => other !== code), ...(yes ? [code] : [])]),
  };
}
