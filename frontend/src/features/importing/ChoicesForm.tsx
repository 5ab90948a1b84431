import { Button, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportChoices, ImportFormats, ImportMode, ImportReport } from "@/api/imports";
import { useWords } from "@/shared/i18n/useWords";
import { ColumnMapping } from "./ColumnMapping";
import { EncodingChoice } from "./EncodingChoice";
import { firstChoices } from "./firstChoices";
import { useFormatChoices } from "./useFormatChoices";

interface Props {
  report: ImportReport;
  formats: ImportFormats;
  dimensions: readonly string[];
  languages: readonly string[];
  busy: boolean;
  onCheck: (choices: ImportChoices) => void;
  onRun: (choices: ImportChoices) => void;
  onDiscard: () => void;
}

const MODES: readonly ImportMode[] = ["keep_good", "all_or_nothing"];
const TABLES = ["csv", "tsv"];

/** What the file seems to be, to be set right, and what else has to be said before it is imported. */
export function ChoicesForm({
  report,
  formats,
  dimensions,
  languages,
  busy,
  onCheck,
  onRun,
  onDiscard,
}: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const { sniffed } = report;
  const [choices, setChoices] = useState<ImportChoices>(firstChoices(report));
  const [tried, setTried] = useState(false);
  const set = (change: Partial<ImportChoices>) => setChoices((now) => ({ ...now, ...change }));
  const offered = useFormatChoices(formats);
  const chosen = formats.formats.find(({ name }) => name === choices.format);
  const isTable = TABLES.includes(choices.format);
  const columns = isTable ? sniffed.columns : [];
  const needsText = isTable && !(choices.columns.text ?? (columns.includes("text") ? "text" : ""));
  const wrong = {
    corpus: choices.corpus.trim() ? null : t("importing.needCorpus"),
    licence: choices.licence.trim() ? null : t("importing.needLicence"),
  };
  const unconfirmed = sniffed.encoding !== null && !sniffed.encoding.certain && choices.encoding === "";
  const perRecord = { value: "", label: t("importing.perRecord") };
  const given: ImportChoices = { ...choices, columns: isTable ? choices.columns : {} };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.values(wrong).some(Boolean) || unconfirmed || needsText) return;
    onRun({ ...given, corpus: choices.corpus.trim(), licence: choices.licence.trim() });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <Select
          label={t("importing.format")}
          description={chosen?.folder ? t("importing.folder") : t("importing.formatGuess")}
          inputWrapperOrder={["label", "input", "description"]}
          data={offered}
          value={choices.format}
          onChange={(value) => value && set({ format: value as ImportChoices["format"], columns: {} })}
          allowDeselect={false}
          searchable
          maxDropdownHeight={340}
        />
        {sniffed.archive && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("importing.inArchive", { count: sniffed.number, names: sniffed.files.slice(0, 4).join(", ") })}
          </Text>
        )}
        <EncodingChoice
          found={sniffed.encoding}
          value={choices.encoding}
          wanted={tried && unconfirmed}
          onChange={(encoding) => set({ encoding })}
        />
        {isTable && (
          <ColumnMapping
            parts={formats.columns}
            columns={columns}
            mapping={choices.columns}
            missing={tried && needsText}
            onChange={(mapping) => set({ columns: mapping })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t("importing.corpus")}
            value={choices.corpus}
            error={tried ? wrong.corpus : null}
            onChange={(event) => set({ corpus: event.currentTarget.value })}
          />
          <TextInput
            label={t("importing.licence")}
            description={t("importing.licenceHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={choices.licence}
            error={tried ? wrong.licence : null}
            onChange={(event) => set({ licence: event.currentTarget.value })}
          />
          <Select
            label={t("importing.dimension")}
            description={t("importing.dimensionHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            data={[perRecord, ...dimensions.map((value) => ({ value, label: words.dimension(value) }))]}
            value={choices.dimension}
            onChange={(value) => set({ dimension: value ?? "" })}
            allowDeselect={false}
          />
          <Select
            label={t("importing.language")}
            description={t("importing.languageHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            data={[perRecord, ...languages.map((value) => ({ value, label: words.language(value) }))]}
            value={choices.language}
            onChange={(value) => set({ language: value ?? "" })}
            allowDeselect={false}
          />
          <NumberInput
            label={t("importing.seed")}
            description={t("importing.seedHelp")}
            inputWrapperOrder={["label", "input", "description"]}
            value={choices.seed}
            min={0}
            max={2_147_483_647}
            allowDecimal={false}
            onChange={(value) => set({ seed: Number(value) || 0 })}
          />
        </SimpleGrid>
        <Radio.Group
          label={t("importing.mode")}
          value={choices.mode}
          onChange={(value) => set({ mode: value as ImportMode })}
        >
          <Stack gap="xs" mt={6}>
            {MODES.map((one) => (
              <Radio key={one} value={one} label={t(`importing.modes.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group gap="sm">
          <Button variant="default" disabled={busy} onClick={() => onCheck(given)}>
            {t("importing.check")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("importing.submit")}
          </Button>
          <Button variant="subtle" disabled={busy} onClick={onDiscard}>
            {t("importing.discard")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
