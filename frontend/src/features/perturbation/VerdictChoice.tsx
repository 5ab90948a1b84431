import { Radio, Stack, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Verdict } from "@/api/types";

const VERDICTS: readonly Verdict[] = ["approve", "approve_with_changes", "reject"];

interface Props {
  value: Verdict | null;
  /** A senior who settles chooses between wordings and changes none. */
  mayChange: boolean;
  onChange: (verdict: Verdict) => void;
  reason: string;
  onReason: (reason: string) => void;
}

export function VerdictChoice({ value, mayChange, onChange, reason, onReason }: Props) {
  const { t } = useTranslation();
  const offered = VERDICTS.filter((verdict) => mayChange || verdict !== "approve_with_changes");
  return (
    <Stack gap="md">
      <Radio.Group
        label={t("review.verdict")}
        value={value}
        onChange={(verdict) => onChange(verdict as Verdict)}
        styles={{ label: { fontWeight: 600 } }}
      >
        <Stack gap="xs" mt="xs">
          {offered.map((verdict, position) => (
            <Radio
              key={verdict}
              value={verdict}
              label={`${position + 1}  ${t(`review.verdicts.${verdict}`)}`}
            />
          ))}
        </Stack>
      </Radio.Group>
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

export const verdictKeys = (mayChange: boolean, choose: (verdict: Verdict) => void) =>
  Object.fromEntries(
    VERDICTS.filter((verdict) => mayChange || verdict !== "approve_with_changes").map((verdict, position) => [
      String(position + 1),
      () => choose(verdict),
    ]),
  );
