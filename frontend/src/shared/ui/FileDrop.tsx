import { InputWrapper } from "@mantine/core";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { bytes } from "@/shared/numbers/format";
import classes from "./FileDrop.module.css";

interface Props {
  file: File | null;
  accept: string;
  error: ReactNode;
  onChoose: (file: File | null) => void;
}

/** A place to drop one file on, which is a file input as well. */
export function FileDrop({ file, accept, error, onChoose }: Props) {
  const { t, i18n } = useTranslation("admin");
  const [over, setOver] = useState(false);
  const id = useId();

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <InputWrapper label={t("importing.file")} id={id} error={error} withAsterisk={false}>
      <label
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          className={classes.input}
          type="file"
          accept={accept}
          aria-invalid={Boolean(error)}
          onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        />
        {file ? (
          <>
            <strong>
              {t("importing.chosen", { name: file.name, size: bytes(file.size, i18n.language) })}
            </strong>
            <span className={classes.other}>{t("importing.chooseOther")}</span>
          </>
        ) : (
          t("importing.drop")
        )}
      </label>
    </InputWrapper>
  );
}
