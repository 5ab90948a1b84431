import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";
import type { Settings } from "./types";

export type SettingsChange = components["schemas"]["SettingsRequest"];
/** Texts by language, then by topic. */
export type Guidelines = Record<string, Record<string, string>>;

/** Every version of a benchmark's settings, newest first. */
export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "settings"],
    queryFn: async () =>
      (await answer(
        client.GET("/api/benchmarks/{slug}/settings", { params: { path: { slug } } }),
      )) as Settings[],
  });

/** Writes a new version, in which only what is given differs from the present one. */
export const changeSettings = async (slug: string, body: SettingsChange) =>
  (await answer(
    client.POST("/api/benchmarks/{slug}/settings", { params: { path: { slug } }, body }),
  )) as Settings;
