import { Checkbox, Fieldset, Group, MultiSelect, NumberInput, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Options } from "./options";

export interface RunChoice {
  value: string;
  label: string;
}

interface Props {
  options: Options;
  runs: readonly RunChoice[];
  consent: boolean;
  error: ReactNode;
  onChange: (options: Options) => void;
}

/** What goes along with a release's items. */
export function PublishOptions({ options, runs, consent, error, onChange }: Props) {
  const { t } = useTranslation("admin");
  const set = (change: Partial<Options>) => onChange({ ...options, ...change });
  const share = (name: "seed" | "dev" | "test") => (
    <NumberInput
      label={t(`releases.options.${name}`)}
      value={options[name]}
      onChange={(value) => set({ [name]: value })}
      min={0}
      max={name === "seed" ? 2_147_483_647 : 100}
      allowDecimal={name !== "seed"}
      allowNegative={false}
      error={name === "seed" ? undefined : Boolean(error)}
      w="7rem"
    />
  );
  return (
    <Fieldset legend={t("releases.options.title")} w="100%">
      <Stack gap="md">
        <Checkbox
          label={t("releases.options.split")}
          description={t("releases.options.splitHelp")}
          checked={options.split}
          onChange={(event) => set({ split: event.currentTarget.checked })}
        />
        {options.split && (
          <Stack gap="sm" pl="xl">
            <Group gap="md" align="flex-start">
              {share("dev")}
              {share("test")}
              {share("seed")}
            </Group>
            {error && (
              <Text size="sm" c="var(--wb-removed)" role="alert">
                {error}
              </Text>
            )}
            <Checkbox
              label={t("releases.options.heldBack")}
              description={t("releases.options.heldBackHelp")}
              checked={options.heldBack}
              onChange={(event) => set({ heldBack: event.currentTarget.checked })}
            />
          </Stack>
        )}
        <Checkbox
          label={t("releases.options.history")}
          description={
            consent
              ? t("releases.options.historyHelp")
              : `${t("releases.options.historyHelp")} ${t("releases.options.noConsent")}`
          }
          checked={options.history}
          onChange={(event) => set({ history: event.currentTarget.checked })}
        />
        {runs.length > 0 && (
          <MultiSelect
            label={t("releases.options.runs")}
            description={t("releases.options.runsHelp")}
            data={[...runs]}
            value={[...options.runs]}
            onChange={(value) => set({ runs: value })}
            searchable
            clearable
          />
        )}
      </Stack>
    </Fieldset>
  );
}
