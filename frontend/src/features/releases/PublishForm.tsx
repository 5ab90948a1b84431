import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewRelease } from "@/api/releases";
import { NO_OPTIONS, sentOptions, sharesFit } from "./options";
import { PublishOptions, type RunChoice } from "./PublishOptions";
import { isVersion, nextVersion } from "./version";

interface Props {
  taken: readonly string[];
  runs: readonly RunChoice[];
  /** Whether the settings say what the annotators agreed to. */
  consent: boolean;
  busy: boolean;
  onPublish: (release: NewRelease) => void;
}

export function PublishForm({ taken, runs, consent, busy, onPublish }: Props) {
  const { t } = useTranslation("admin");
  const [version, setVersion] = useState(() => nextVersion(taken));
  const [notes, setNotes] = useState("");
  const [options, setOptions] = useState(NO_OPTIONS);
  const [tried, setTried] = useState(false);
  const wanted = version.trim();
  const wrong = !isVersion(wanted)
    ? t("releases.versionWrong")
    : taken.includes(wanted)
      ? t("releases.versionTaken")
      : null;
  const fits = sharesFit(options);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (wrong || !fits) return;
    onPublish({ version: wanted, notes: notes.trim(), ...sentOptions(options) });
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
        <PublishOptions
          options={options}
          runs={runs}
          consent={consent}
          error={tried && !fits ? t("releases.options.shares") : null}
          onChange={setOptions}
        />
        <Button type="submit" loading={busy}>
          {t("releases.submit")}
        </Button>
      </Stack>
    </form>
  );
}
