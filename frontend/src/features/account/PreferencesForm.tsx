import { Radio, Stack, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Preferences } from "@/api/session";
import type { Language, Person } from "@/api/types";
import { LANGUAGES } from "@/shared/i18n";

interface Props {
  person: Pick<Person, "language" | "daily_digest">;
  saved: boolean;
  onChoose: (preferences: Preferences) => void;
}

/** Each choice counts at once. */
export function PreferencesForm({ person, saved, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Stack gap="lg" maw="34rem">
        <Radio.Group
          label={t("account.language")}
          value={person.language}
          onChange={(language) => onChoose({ language: language as Language })}
        >
          <Stack gap="xs" mt={6}>
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <Radio key={tag} value={tag} label={<span lang={tag}>{name}</span>} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label={t("account.digest")}
          description={t("account.digestHelp")}
          checked={person.daily_digest}
          onChange={(event) => onChoose({ daily_digest: event.currentTarget.checked })}
        />
      </Stack>
      <div role="status">
        {saved && (
          <Text size="sm" mt="sm">
            {t("account.saved")}
          </Text>
        )}
      </div>
    </>
  );
}
