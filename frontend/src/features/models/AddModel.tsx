import { Button, Group, SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewModel } from "@/api/models";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { useFieldErrors } from "@/shared/ui/useFieldErrors";

interface Props {
  busy: boolean;
  error: unknown;
  onAdd: (model: NewModel) => Promise<unknown>;
}

const EMPTY = { name: "", source: "", revision: "", licence: "" };

/** Takes a model into the registry: where it is, which weights, and what people say of it. */
export function AddModel({ busy, error, onAdd }: Props) {
  const { t } = useTranslation("admin");
  const [fields, setFields] = useState(EMPTY);
  const [languages, setLanguages] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const errors = useFieldErrors(error, [...Object.keys(EMPTY), "languages"], (message) =>
    message === "Taken." ? t("models.taken") : null,
  );

  const field = (name: keyof typeof EMPTY) => (
    <TextInput
      label={t(`models.${name}`)}
      description={t(`models.${name}Help`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={fields[name]}
      error={errors.at(name)}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (languages.length === 0) return;
    onAdd({ ...fields, name: fields.name.trim(), source: fields.source.trim(), languages }).then(
      () => {
        setFields(EMPTY);
        setLanguages([]);
        setTried(false);
      },
      // A refusal keeps the entries, so that a slip can be corrected.
      () => {},
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw="46rem">
        {errors.elsewhere !== null && <ErrorNotice error={errors.elsewhere} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {field("name")}
          {field("source")}
          <TagsInput
            label={t("models.languages")}
            description={t("models.languagesHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={languages}
            acceptValueOnBlur
            error={
              errors.at("languages") ?? (tried && languages.length === 0 ? t("models.needLanguage") : null)
            }
            onChange={setLanguages}
          />
          {field("licence")}
          {field("revision")}
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={busy} disabled={!fields.name.trim() || !fields.source.trim()}>
            {t("models.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
