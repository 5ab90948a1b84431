import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PersonAtWork } from "@/api/overview";
import { DUTIES } from "@/api/types";
import { nameOf, useWords } from "@/shared/i18n/useWords";
import { Count, PlainTable } from "@/shared/ui/PlainTable";

/** What each person has finished, duty by duty. Duties nobody has done yet are left out. */
export function PeopleAtWork({ people }: { people: readonly PersonAtWork[] }) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const duties = DUTIES.filter((duty) => people.some(({ done }) => (done[duty] ?? 0) > 0));
  if (people.length === 0) return <Text c="dimmed">{t("overview.nobody")}</Text>;
  return (
    <PlainTable label={t("overview.people")}>
      <thead>
        <tr>
          <th scope="col">{t("overview.person")}</th>
          <th scope="col">{t("overview.roles")}</th>
          {duties.map((duty) => (
            <th scope="col" key={duty} data-number>
              {words.done(duty)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ person, roles, done }) => (
          <tr key={nameOf(person)}>
            <th scope="row">{nameOf(person)}</th>
            <td>{words.list(roles.map(words.role))}</td>
            {duties.map((duty) => (
              <Count key={duty} value={done[duty] ?? 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
