import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";

export type ReleaseState = "queued" | "building" | "published" | "failed" | "withdrawn";

export interface ReleaseFile {
  name: string;
  size: number;
  sha256: string;
}

export interface Release {
  version: string;
  notes: string;
  state: ReleaseState;
  created_at: string;
  published_at: string | null;
  withdrawn: { at: string; reason: string } | null;
  manifest: Record<string, unknown> | null;
  files: ReleaseFile[];
  error: { code: string; message: string } | null;
}

export interface ReleasePreview {
  pairs: number;
  items: number;
  by_dimension: { dimension: string; language: string; pairs: number; items: number }[];
  by_type: { type: string; pairs: number }[];
  /** Items in no finished pair, by reason. */
  left_out: Record<string, number>;
  warnings: { code: string; message: string }[];
}

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
