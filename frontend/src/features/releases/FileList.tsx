import { Button, CopyButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Release } from "@/api/releases";
import { bytes } from "@/shared/numbers/format";
import classes from "./ReleaseList.module.css";

interface Props {
  files: Release["files"];
  /** Where a file is fetched from. */
  addressOf: (file: string) => string;
}

/** A release's files with what proves their bytes. */
export function FileList({ files, addressOf }: Props) {
  const { t, i18n } = useTranslation("admin");
  return (
    <ul className={classes.files}>
      {files.map(({ name, size, sha256 }) => (
        <li key={name} className={classes.file}>
          <span className={classes.name}>{name}</span>
          <span className={classes.size}>{bytes(size, i18n.language)}</span>
          <span className={classes.sum} title={sha256}>
            {sha256.slice(0, 10)}…
            <CopyButton value={sha256}>
              {({ copied, copy }) => (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  onClick={copy}
                  aria-label={t("releases.copy", { name })}
                >
                  {copied ? t("releases.copied") : t("releases.copyShort")}
                </Button>
              )}
            </CopyButton>
          </span>
          <Button
            component="a"
            href={addressOf(name)}
            download={name}
            variant="default"
            size="xs"
            aria-label={t("releases.downloadFile", { name })}
          >
            {t("releases.download")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
