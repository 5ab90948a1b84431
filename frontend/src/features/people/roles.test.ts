import { expect, it } from "vitest";
import { byPerson } from "./roles";

it("gathers a person's roles under one name", () => {
  const wei = { id: 1, username: "wei", display_name: "Wei", language: "en" };
  const ada = { id: 2, username: "ada", display_name: "", language: "en" };
  const people = byPerson([
    { id: 10, person: wei, role: "annotator" },
    { id: 11, person: ada, role: "admin" },
    { id: 12, person: wei, role: "senior" },
  ]);
  expect(
    people.map(({ person, memberships }) => [person.username, memberships.map(({ role }) => role)]),
  ).toEqual([
    ["ada", ["admin"]],
    ["wei", ["annotator", "senior"]],
  ]);
});
