import { Button, Group, Radio, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportFormat, ImportMode, NewImport } from "@/api/imports";
import { useWords } from "@/shared/i18n/useWords";
import { FileDrop } from "@/shared/ui/FileDrop";

interface Props {
  dimensions: readonly string[];
  languages: readonly string[];
  busy: boolean;
  onImport: (wanted: NewImport) => void;
}

const FORMATS: readonly ImportFormat[] = ["copa", "jsonl"];
const MODES: readonly ImportMode[] = ["keep_good", "all_or_nothing"];

export function ImportForm({ dimensions, languages, busy, onImport }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [format, setFormat] = useState<ImportFormat>("copa");
  const [file, setFile] = useState<File | null>(null);
  const [corpus, setCorpus] = useState("");
  const [dimension, setDimension] = useState("");
  const [language, setLanguage] = useState("");
  const [licence, setLicence] = useState("");
  const [mode, setMode] = useState<ImportMode>("keep_good");
  const [tried, setTried] = useState(false);

  const wrong = {
    file: file ? null : t("importing.needFile"),
    corpus: corpus.trim() ? null : t("importing.needCorpus"),
    licence: licence.trim() ? null : t("importing.needLicence"),
  };
  const shown = (field: keyof typeof wrong) => (tried ? wrong[field] : null);

  const perRecord = { value: "", label: t("importing.perRecord") };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!file || Object.values(wrong).some(Boolean)) return;
    onImport({ file, format, corpus: corpus.trim(), dimension, language, licence: licence.trim(), mode });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <Radio.Group
          label={t("importing.format")}
          value={format}
          onChange={(value) => setFormat(value as ImportFormat)}
        >
          <Stack gap="xs" mt={6}>
            {FORMATS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`importing.formats.${one}`)}
                description={t(`importing.formatHelp.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FileDrop
          file={file}
          accept={format === "copa" ? ".xml,text/xml,application/xml" : ".jsonl,.ndjson,.json"}
          error={shown("file")}
          onChoose={setFile}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t("importing.corpus")}
            value={corpus}
            error={shown("corpus")}
            onChange={(event) => setCorpus(event.currentTarget.value)}
          />
          <TextInput
            label={t("importing.licence")}
            description={t("importing.licenceHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={licence}
            error={shown("licence")}
            onChange={(event) => setLicence(event.currentTarget.value)}
          />
          <Select
            label={t("importing.dimension")}
            description={t("importing.dimensionHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            data={[perRecord, ...dimensions.map((value) => ({ value, label: words.dimension(value) }))]}
            value={dimension}
            onChange={(value) => setDimension(value ?? "")}
            allowDeselect={false}
          />
          <Select
            label={t("importing.language")}
            description={t("importing.languageHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            data={[perRecord, ...languages.map((value) => ({ value, label: words.language(value) }))]}
            value={language}
            onChange={(value) => setLanguage(value ?? "")}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Radio.Group
          label={t("importing.mode")}
          value={mode}
          onChange={(value) => setMode(value as ImportMode)}
        >
          <Stack gap="xs" mt={6}>
            {MODES.map((one) => (
              <Radio key={one} value={one} label={t(`importing.modes.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <Button type="submit" loading={busy}>
            {t("importing.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
