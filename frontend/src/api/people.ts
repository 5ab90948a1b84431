import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { components } from "./schema";
import type { Role } from "./types";

export type Member = components["schemas"]["Member"];

export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "members"],
    queryFn: () => send<Member[]>("GET", `/api/benchmarks/${slug}/members`),
  });

export const addMember = (slug: string, username: string, role: Role) =>
  send<Member>("POST", `/api/benchmarks/${slug}/members`, { username, role });

export const removeMember = (slug: string, member: number) =>
  send<null>("DELETE", `/api/benchmarks/${slug}/members/${member}`);
