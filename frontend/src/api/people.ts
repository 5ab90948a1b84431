import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";
import type { Role } from "./types";

export type Member = components["schemas"]["Member"];

export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "members"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/members", { params: { path: { slug } } })),
  });

export const addMember = (slug: string, username: string, role: Role) =>
  answer(
    client.POST("/api/benchmarks/{slug}/members", { params: { path: { slug } }, body: { username, role } }),
  );

export const removeMember = (slug: string, id: number) =>
  answer(client.DELETE("/api/benchmarks/{slug}/members/{id}", { params: { path: { slug, id } } }));
