import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";

/** One person's entry to this server, whatever benchmarks they work on. */
export type Account = components["schemas"]["Account"];
export type NewAccount = components["schemas"]["NewPersonRequest"];
export type CreatedAccount = components["schemas"]["CreatedPerson"];

const ACCOUNTS = ["accounts"];

export const accountsQuery = (page: number) =>
  queryOptions({
    queryKey: [...ACCOUNTS, page],
    queryFn: () => answer(client.GET("/api/people", { params: { query: pageOf(page) } })),
  });

export const allAccounts = { queryKey: ACCOUNTS };

export const createAccount = (body: NewAccount) => answer(client.POST("/api/people", { body }));

/** Ends an account; the person's work stays. */
export const retireAccount = (id: number, anonymise: boolean) =>
  answer(client.POST("/api/people/{id}/retire", { params: { path: { id } }, body: { anonymise } }));
