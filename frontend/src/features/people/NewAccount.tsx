import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewAccount as Wanted } from "@/api/accounts";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { useFieldErrors } from "@/shared/ui/useFieldErrors";

interface Props {
  busy: boolean;
  error: unknown;
  onCreate: (account: Wanted) => Promise<unknown>;
}

const EMPTY = { username: "", display_name: "", email: "" };

export function NewAccount({ busy, error, onCreate }: Props) {
  const { t } = useTranslation("admin");
  const [fields, setFields] = useState(EMPTY);
  const [staff, setStaff] = useState(false);
  const errors = useFieldErrors(error, Object.keys(EMPTY), (message) =>
    message === "Taken." ? t("accounts.taken") : null,
  );

  const field = (name: keyof typeof EMPTY, description?: string) => (
    <TextInput
      label={t(`accounts.${name}`)}
      description={description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      type={name === "email" ? "email" : "text"}
      autoComplete="off"
      autoCapitalize={name === "display_name" ? "words" : "none"}
      spellCheck={false}
      value={fields[name]}
      error={errors.at(name)}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    onCreate({ ...fields, username: fields.username.trim(), staff }).then(
      () => {
        setFields(EMPTY);
        setStaff(false);
      },
      // A refusal keeps the entries, so that a slip can be corrected.
      () => {},
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw="46rem">
        {errors.elsewhere !== null && <ErrorNotice error={errors.elsewhere} />}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {field("username", t("accounts.usernameHelp"))}
          {field("display_name", t("accounts.nameHelp"))}
          {field("email", t("accounts.emailHelp"))}
        </SimpleGrid>
        <Checkbox
          label={t("accounts.staff")}
          description={t("accounts.staffHelp")}
          checked={staff}
          onChange={(event) => setStaff(event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" loading={busy} disabled={!fields.username.trim()}>
            {t("accounts.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
