import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bytes } from "@/shared/numbers/format";
import { FileDrop } from "@/shared/ui/FileDrop";

interface Props {
  /** Bytes that a file may have. */
  largest: number;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** A place to drop the file that is to be looked at. Too large a file is not even sent. */
export function UploadDrop({ largest, busy, onChoose }: Props) {
  const { t, i18n } = useTranslation("admin");
  const [file, setFile] = useState<File | null>(null);
  const size = (count: number) => bytes(count, i18n.language);
  const tooLarge = file !== null && file.size > largest;

  function choose(wanted: File | null) {
    if (!wanted || busy) return;
    setFile(wanted);
    if (wanted.size <= largest) onChoose(wanted);
  }

  return (
    <Stack gap="xs" maw="46rem">
      <FileDrop
        file={file}
        accept=""
        error={tooLarge ? t("importing.tooLarge", { size: size(file.size), largest: size(largest) }) : null}
        onChoose={choose}
      />
      <Text size="sm" c="dimmed" role="status">
        {busy ? t("importing.sending") : t("importing.fileHelp", { largest: size(largest) })}
      </Text>
    </Stack>
  );
}
