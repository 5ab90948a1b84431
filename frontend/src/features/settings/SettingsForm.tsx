import { Button, Group, Modal, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsChange } from "@/api/settings";
import type { Settings } from "@/api/types";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { Section } from "@/shared/ui/Section";
import { useFieldErrors } from "@/shared/ui/useFieldErrors";
import { ChangeList } from "./ChangeList";
import { GuidelineEditor } from "./GuidelineEditor";
import { SettingField } from "./SettingField";
import classes from "./SettingsForm.module.css";
import { changeOf, differences, GROUPS, SETTINGS, unwritten, type Values, valuesOf } from "./values";

interface Props {
  present: Settings;
  busy: boolean;
  error: unknown;
  /** Whether something is changed and not saved. */
  onDirty: (dirty: boolean) => void;
  onSave: (change: SettingsChange) => Promise<unknown>;
}

/** The present version, each number in its place. What is changed becomes a new version, after a look at it. */
export function SettingsForm({ present, busy, error, onDirty, onSave }: Props) {
  const { t } = useTranslation("admin");
  const before = valuesOf(present);
  const [values, setValues] = useState<Values>(before);
  const page = useId();
  const [asking, ask] = useDisclosure(false);
  const errors = useFieldErrors(error, SETTINGS);
  const changed = differences(before, values);
  const missing = unwritten(values);

  function change(wanted: Values) {
    setValues(wanted);
    onDirty(differences(before, wanted).length > 0);
  }

  function save() {
    onSave(changeOf(values, changed)).then(ask.close, () => {
      ask.close();
      // The field that was refused comes into view once the dialog is gone.
      window.setTimeout(() => document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), 250);
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changed.length > 0 && missing.length === 0) ask.open();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl">
        {errors.elsewhere !== null && <ErrorNotice error={errors.elsewhere} />}
        {GROUPS.map(({ name, settings }) => (
          <section key={name} className={classes.group} aria-labelledby={`${page}-${name}`}>
            <div>
              <Title order={2} id={`${page}-${name}`}>
                {t(`settings.group.${name}.title`)}
              </Title>
              <Text c="dimmed" size="sm">
                {t(`settings.group.${name}.lead`)}
              </Text>
            </div>
            <div>
              {settings.map((setting) => (
                <SettingField
                  key={setting}
                  name={setting}
                  present={before}
                  values={values}
                  error={missing.some((one) => one === setting) ? t("settings.missing") : errors.at(setting)}
                  onChange={change}
                />
              ))}
            </div>
          </section>
        ))}
        <Section title={t("settings.group.guidelines.title")} lead={t("settings.group.guidelines.lead")}>
          {errors.at("guidelines") && (
            <Text size="sm" c="var(--wb-removed)">
              {errors.at("guidelines")}
            </Text>
          )}
          <GuidelineEditor
            dimensions={values.dimensions}
            guidelines={values.guidelines}
            onChange={(guidelines) => change({ ...values, guidelines })}
          />
        </Section>
      </Stack>
      {changed.length > 0 && (
        <div className={classes.foot}>
          <Text size="sm" role="status">
            {t("settings.changed", { count: changed.length })}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => change(before)}>
              {t("settings.undo")}
            </Button>
            <Button type="submit" disabled={missing.length > 0}>
              {t("settings.save", { version: present.version + 1 })}
            </Button>
          </Group>
        </div>
      )}
      <Modal
        opened={asking}
        onClose={ask.close}
        title={t("settings.confirmTitle", { version: present.version + 1 })}
        size="lg"
        withCloseButton={false}
      >
        <ChangeList before={before} after={values} />
        <Text mt="md">{t("settings.onlyNew")}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={ask.close}>
            {t("settings.back")}
          </Button>
          <Button onClick={save} loading={busy} data-autofocus>
            {t("settings.save", { version: present.version + 1 })}
          </Button>
        </Group>
      </Modal>
    </form>
  );
}
