import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReleaseState = Schemas["ReleaseStateEnum"];
export type Release = Schemas["Release"];
export type ReleasePreview = Schemas["ReleasePreview"];

const beingBuilt = ({ state }: Release) => state === "queued" || state === "building";

export const releasesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/releases", { params: { path: { slug } } })),
    refetchInterval: ({ state }) => (state.data?.some(beingBuilt) ? 1_500 : false),
  });

export const releasePreviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "preview"],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/releases/preview", { params: { path: { slug } } })),
  });

export const publishRelease = (slug: string, version: string, notes: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/releases", { params: { path: { slug } }, body: { version, notes } }),
  );

export const releaseFileAddress = (slug: string, version: string, file: string) =>
  `/api/benchmarks/${slug}/releases/${encodeURIComponent(version)}/files/${encodeURIComponent(file)}`;
