import { Button, Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewUpload } from "@/api/uploads";
import { FileDrop } from "@/shared/ui/FileDrop";

interface Props {
  busy: boolean;
  /** What the server says of a field, if it refused one. */
  refused: (field: string) => ReactNode;
  onBring: (wanted: NewUpload) => void;
}

const FORMS = ["auto", "scores", "eraser", "released"] as const;
const MODES = ["keep_good", "all_or_nothing"] as const;

/** A file of scores, what it does not say by itself, and what happens to its broken lines. */
export function BringForm({ busy, refused, onBring }: Props) {
  const { t } = useTranslation("admin");
  const [file, setFile] = useState<File | null>(null);
  const [form, setForm] = useState<NewUpload["form"]>("auto");
  const [mode, setMode] = useState<NewUpload["mode"]>("keep_good");
  const [said, setSaid] = useState({ model: "", revision: "", method: "", methodSettings: "", note: "" });
  const [tried, setTried] = useState(false);

  const foreign = form === "eraser" || form === "released";
  const wrong = {
    file: file ? null : t("external.needFile"),
    model: foreign && !said.model.trim() ? t("external.needModel") : null,
    method: foreign && !said.method.trim() ? t("external.needMethod") : null,
    methodSettings: isObject(said.methodSettings) ? null : t("external.needSettings"),
  };
  const shown = (field: keyof typeof wrong, sent: string = field) => (tried && wrong[field]) || refused(sent);

  const field = (name: keyof typeof said, error: ReactNode, help?: string) => (
    <TextInput
      label={t(`external.${name}`)}
      description={help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={said[name]}
      error={error}
      onChange={({ currentTarget: { value } }) => setSaid((before) => ({ ...before, [name]: value }))}
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!file || Object.values(wrong).some(Boolean)) return;
    const trimmed = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value.trim()]));
    onBring({ ...said, ...trimmed, file, form, mode });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw="46rem">
        <FileDrop
          file={file}
          accept=".jsonl,.ndjson,.json,application/json"
          error={shown("file")}
          onChoose={setFile}
        />
        <Select
          label={t("external.form")}
          description={t(`external.formHelp.${form}`)}
          inputWrapperOrder={["label", "input", "description"]}
          data={FORMS.map((value) => ({ value, label: t(`external.forms.${value}`) }))}
          value={form}
          onChange={(value) => setForm(FORMS.find((one) => one === value) ?? "auto")}
          allowDeselect={false}
        />
        {form !== "scores" && (
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {t("external.who")}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              {field("model", shown("model"), t("external.modelHelp"))}
              {field("revision", refused("revision"), t("external.revisionHelp"))}
              {field("method", shown("method"), t("external.methodHelp"))}
              {field(
                "methodSettings",
                shown("methodSettings", "method_settings"),
                t("external.methodSettingsHelp"),
              )}
            </SimpleGrid>
          </Stack>
        )}
        {field("note", refused("note"), t("external.noteHelp"))}
        <Radio.Group
          label={t("external.mode")}
          value={mode}
          onChange={(value) => setMode(MODES.find((one) => one === value) ?? "keep_good")}
        >
          <Stack gap="xs" mt={6}>
            {MODES.map((one) => (
              <Radio key={one} value={one} label={t(`external.modes.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <Button type="submit" loading={busy}>
            {t("external.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function isObject(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
