import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";
import type { Language } from "./types";

export type Preferences = components["schemas"]["PatchedPreferencesRequest"];
export type AccessToken = components["schemas"]["AccessToken"];

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => answer(client.GET("/api/session")),
  staleTime: 60_000,
});

export const signIn = (username: string, password: string) =>
  answer(client.POST("/api/session", { body: { username, password } }));

export const signOut = () => answer(client.DELETE("/api/session"));

export const choosePreferences = (body: Preferences) => answer(client.PATCH("/api/session", { body }));

export const rememberLanguage = (language: Language) => choosePreferences({ language });

export const changePassword = (body: { old: string; new: string }) =>
  answer(client.POST("/api/session/password", { body }));

/** The server asks for the password again, and shows the token this once. */
export const makeToken = (username: string, password: string, days: number) =>
  answer(client.POST("/api/tokens", { body: { username, password, days } }));
