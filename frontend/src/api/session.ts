import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { Language, Session } from "./types";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => send<Session>("GET", "/api/session"),
  staleTime: 60_000,
});

export const signIn = (username: string, password: string) =>
  send<Session>("POST", "/api/session", { username, password });

export const signOut = () => send<null>("DELETE", "/api/session");

export const rememberLanguage = (language: Language) => send<Session>("PATCH", "/api/session", { language });
