import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isVersion, nextVersion } from "./version";

interface Props {
  taken: readonly string[];
  busy: boolean;
  onPublish: (version: string, notes: string) => void;
}

export function PublishForm({ taken, busy, onPublish }: Props) {
  const { t } = useTranslation("admin");
  const [version, setVersion] = useState(() => nextVersion(taken));
  const [notes, setNotes] = useState("");
  const [tried, setTried] = useState(false);
  const wanted = version.trim();
  const wrong = !isVersion(wanted)
    ? t("releases.versionWrong")
    : taken.includes(wanted)
      ? t("releases.versionTaken")
      : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (wrong) return;
    onPublish(wanted, notes.trim());
    setTried(false);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start" maw="34rem">
        <TextInput
          label={t("releases.version")}
          description={t("releases.versionHelp")}
          value={version}
          error={tried ? wrong : null}
          onChange={(event) => setVersion(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
          w="100%"
        />
        <Textarea
          label={t("releases.notes")}
          description={t("releases.notesHelp")}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          rows={4}
          resize="vertical"
          w="100%"
        />
        <Button type="submit" loading={busy}>
          {t("releases.submit")}
        </Button>
      </Stack>
    </form>
  );
}
