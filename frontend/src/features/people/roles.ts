import type { Member } from "@/api/people";

export interface PersonWithRoles {
  person: Member["person"];
  memberships: Member[];
}

/** Memberships gathered by person, in the order of their names. */
export function byPerson(members: readonly Member[]): PersonWithRoles[] {
  const people = new Map<number, PersonWithRoles>();
  for (const member of members) {
    const known = people.get(member.person.id);
    if (known) known.memberships.push(member);
    else people.set(member.person.id, { person: member.person, memberships: [member] });
  }
  const name = ({ person }: PersonWithRoles) => person.display_name || person.username;
  return [...people.values()].sort((a, b) => name(a).localeCompare(name(b)));
}
