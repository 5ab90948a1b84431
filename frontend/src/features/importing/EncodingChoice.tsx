import { Paper, Select, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportReport } from "@/api/imports";
import { percent } from "@/shared/numbers/format";

interface Props {
  found: ImportReport["sniffed"]["encoding"];
  /** What the person chose; empty where the file itself leaves no doubt. */
  value: string;
  /** Whether a choice was left out that is needed. */
  wanted: boolean;
  onChange: (encoding: string) => void;
}

const ENCODINGS = [
  "utf-8",
  "utf-16",
  "gb18030",
  "big5",
  "cp1252",
  "latin-1",
  "shift_jis",
  "euc_jp",
  "euc_kr",
  "cp1251",
  "koi8_r",
];

/** The encoding that was found. What is only likely is never used before somebody chose it. */
export function EncodingChoice({ found, value, wanted, onChange }: Props) {
  const { t, i18n } = useTranslation("admin");
  const likely = found?.name ?? "utf-8";
  const names = [...new Set([likely.replaceAll("_", "-") === "utf-8" ? "utf-8" : likely, ...ENCODINGS])];
  const certain = found === null || found.certain;
  const asFound = certain ? t("importing.encodingCertain", { name: likely }) : t("importing.encodingOpen");
  return (
    <div>
      <Select
        label={t("importing.encoding")}
        description={
          found && !certain
            ? t("importing.encodingLikely", {
                name: found.name,
                confidence: percent(found.confidence, i18n.language),
              })
            : undefined
        }
        error={wanted ? t("importing.encodingNeeded") : null}
        data={[{ value: "", label: asFound }, ...names.map((name) => ({ value: name, label: name }))]}
        value={value}
        onChange={(name) => onChange(name ?? "")}
        allowDeselect={false}
      />
      {found && !certain && found.sample && (
        <Paper withBorder p="sm" mt="xs">
          <Text size="sm" c="dimmed">
            {t("importing.encodingSample", { name: found.name })}
          </Text>
          <Text style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>{found.sample}</Text>
        </Paper>
      )}
    </div>
  );
}
