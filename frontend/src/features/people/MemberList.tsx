import { CloseButton, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Member } from "@/api/people";
import { nameOf, useWords } from "@/shared/i18n/useWords";
import classes from "./MemberList.module.css";
import { byPerson } from "./roles";

interface Props {
  members: readonly Member[];
  onRemove: (member: Member) => void;
}

export function MemberList({ members, onRemove }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  return (
    <ul className={classes.list}>
      {byPerson(members).map(({ person, memberships }) => (
        <li key={person.id} className={classes.person}>
          <div>
            <Text fw={600}>{nameOf(person)}</Text>
            {person.display_name && (
              <Text size="sm" c="dimmed">
                {person.username}
              </Text>
            )}
          </div>
          <Group gap="xs">
            {memberships.map((member) => (
              <span key={member.id} className={classes.role}>
                {words.role(member.role)}
                <CloseButton
                  size="sm"
                  radius="xl"
                  aria-label={t("people.remove", { role: words.role(member.role), name: nameOf(person) })}
                  onClick={() => onRemove(member)}
                />
              </span>
            ))}
          </Group>
        </li>
      ))}
    </ul>
  );
}
