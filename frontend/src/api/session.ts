import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { Language } from "./types";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => answer(client.GET("/api/session")),
  staleTime: 60_000,
});

export const signIn = (username: string, password: string) =>
  answer(client.POST("/api/session", { body: { username, password } }));

export const signOut = () => answer(client.DELETE("/api/session"));

export const rememberLanguage = (language: Language) =>
  answer(client.PATCH("/api/session", { body: { language } }));
