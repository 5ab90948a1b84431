import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReleaseState = Schemas["ReleaseStateEnum"];
export type Release = Schemas["Release"];
export type ReleasePreview = Schemas["ReleasePreview"];

const at = (slug: string, rest = "") => `/api/benchmarks/${slug}/releases${rest}`;
const beingBuilt = ({ state }: Release) => state === "queued" || state === "building";

export const releasesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases"],
    queryFn: () => send<Release[]>("GET", at(slug)),
    refetchInterval: ({ state }) => (state.data?.some(beingBuilt) ? 1_500 : false),
  });

export const releasePreviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "preview"],
    queryFn: () => send<ReleasePreview>("GET", at(slug, "/preview")),
  });

export const publishRelease = (slug: string, version: string, notes: string) =>
  send<Release>("POST", at(slug), { version, notes });

export const releaseFileAddress = (slug: string, version: string, file: string) =>
  at(slug, `/${encodeURIComponent(version)}/files/${encodeURIComponent(file)}`);
