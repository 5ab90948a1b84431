import { Stack, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Verdict } from "@/api/types";
import { numberKeys } from "@/shared/ui/numberKeys";
import { Scale } from "@/shared/ui/Scale";

const VERDICTS = ["approve", "approve_with_changes", "reject"] as const satisfies readonly Verdict[];

/** A senior who settles chooses between wordings and changes none. */
const offered = (mayChange: boolean) =>
  VERDICTS.filter((verdict) => mayChange || verdict !== "approve_with_changes").map((verdict, position) => ({
    verdict,
    value: position + 1,
  }));

interface Props {
  value: Verdict | null;
  mayChange: boolean;
  onChange: (verdict: Verdict) => void;
  reason: string;
  onReason: (reason: string) => void;
}

export function VerdictChoice({ value, mayChange, onChange, reason, onReason }: Props) {
  const { t } = useTranslation();
  const choices = offered(mayChange);
  const verdictOf = (step: number) => choices.find((choice) => choice.value === step)?.verdict;
  return (
    <Stack gap="md" maw="var(--wb-measure)">
      <Scale
        label={t("review.verdict")}
        steps={choices.map((choice) => ({ ...choice, label: t(`review.verdicts.${choice.verdict}`) }))}
        value={choices.find(({ verdict }) => verdict === value)?.value ?? null}
        onChange={(step) => onChange(verdictOf(step) ?? "approve")}
        takesKeys
      />
      {value && value !== "approve" && (
        <Textarea
          label={t(value === "reject" ? "review.reason" : "review.remark")}
          required={value === "reject"}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}

export const verdictKeys = (mayChange: boolean, choose: (verdict: Verdict) => void) => {
  const choices = offered(mayChange);
  return numberKeys(choices, (step) => {
    const chosen = choices.find(({ value }) => value === step);
    if (chosen) choose(chosen.verdict);
  });
};
