import { Button, Group, Select, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Role } from "@/api/types";
import { useWords } from "@/shared/i18n/useWords";

interface Props {
  busy: boolean;
  onAdd: (username: string, role: Role) => Promise<unknown>;
}

const ROLES: readonly Role[] = ["annotator", "senior", "admin"];

export function AddMember({ busy, onAdd }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<Role>("annotator");

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A refusal keeps the name, so that a slip can be corrected.
    if (
      await onAdd(username.trim(), role).then(
        () => true,
        () => false,
      )
    )
      setUsername("");
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t("people.username")}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          w={{ base: "100%", xs: "14rem" }}
        />
        <Select
          label={t("people.role")}
          description={t(`people.roleHelp.${role}`)}
          inputWrapperOrder={["label", "input", "description"]}
          data={ROLES.map((value) => ({ value, label: words.role(value) }))}
          value={role}
          onChange={(value) => value && setRole(value as Role)}
          allowDeselect={false}
          w={{ base: "100%", xs: "20rem" }}
        />
        <Button type="submit" loading={busy} disabled={!username.trim()} mt={{ base: 0, xs: "1.6rem" }}>
          {t("people.submit")}
        </Button>
      </Group>
    </form>
  );
}
