import { Button, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LanguageModel } from "@/api/models";
import { useWords } from "@/shared/i18n/useWords";

interface Props {
  models: readonly LanguageModel[];
  methods: readonly string[];
  busy: boolean;
  onStart: (model: string, methods: string[]) => void;
}

/** Chooses a model and methods for a run over the finished pairs of this moment. */
export function StartRun({ models, methods, busy, onStart }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const ready = models.filter(({ enabled }) => enabled);
  const [model, setModel] = useState<string | null>(ready[0]?.name ?? null);
  const [chosen, setChosen] = useState<string[]>([...methods]);
  const [tried, setTried] = useState(false);
  if (ready.length === 0) return <Text c="dimmed">{t("runs.noModels")}</Text>;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (model && chosen.length > 0) onStart(model, chosen);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start">
        <Group align="flex-start" gap="xl">
          <Select
            label={t("runs.model")}
            data={ready.map(({ name, languages }) => ({
              value: name,
              label: `${name} (${words.list(languages.map(words.language))})`,
            }))}
            value={model}
            error={tried && !model ? t("runs.needModel") : null}
            onChange={setModel}
            allowDeselect={false}
            w={{ base: "100%", xs: "22rem" }}
          />
          <Checkbox.Group
            label={t("runs.methods")}
            value={chosen}
            error={tried && chosen.length === 0 ? t("runs.needMethod") : null}
            onChange={setChosen}
          >
            <Group gap="lg" mt="xs">
              {methods.map((method) => (
                <Checkbox key={method} value={method} label={words.method(method)} />
              ))}
            </Group>
          </Checkbox.Group>
        </Group>
        <Button type="submit" loading={busy}>
          {t("runs.submit")}
        </Button>
      </Stack>
    </form>
  );
}
