import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReleaseState = Schemas["ReleaseStateEnum"];
export type Release = Schemas["Release"];
export type ReleasePreview = Schemas["ReleasePreview"];
export type NewRelease = Schemas["NewReleaseRequest"];
export type Comparison = Schemas["Comparison"];
export type ItemChange = Schemas["ItemChange"];
export type ChangeKind = ItemChange["kind"] | "all";
export type HeldBackRelease = Schemas["HeldBackRelease"];
export type Scoring = Schemas["Scoring"];

const beingBuilt = ({ state }: Release) => state === "queued" || state === "building";

const WHILE_BUILDING = 1_500;

export const releasesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/releases", { params: { path: { slug } } })),
    refetchInterval: ({ state }) => (state.data?.some(beingBuilt) ? WHILE_BUILDING : false),
  });

export const releaseQuery = (slug: string, version: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "one", version],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/releases/{version}", { params: { path: { slug, version } } }),
      ),
    refetchInterval: ({ state }) => (state.data && beingBuilt(state.data) ? WHILE_BUILDING : false),
  });

export const releasePreviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "preview"],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/releases/preview", { params: { path: { slug } } })),
  });

/** A text file of a release, which never changes. */
export const releaseTextQuery = (slug: string, version: string, file: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "text", version, file],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/releases/{version}/files/{name}", {
          params: { path: { slug, version, name: file } },
          parseAs: "text",
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type ReleaseFormat = Schemas["ReleaseFormat"];

/** The formats of a release, asked for again while one is being made. */
export const formatsQuery = (slug: string, version: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "formats", version],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/releases/{version}/formats", {
          params: { path: { slug, version } },
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some((format) => format.state === "queued") ? WHILE_BUILDING : false,
  });

/** Has a release put into a format, in the background. */
export const makeFormat = (slug: string, version: string, name: string, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/releases/{version}/formats", {
      params: { path: { slug, version } },
      headers: { "Idempotency-Key": key },
      body: { name: name as Schemas["NewReleaseFormatRequest"]["name"] },
    }),
  );

export const publishRelease = (slug: string, body: NewRelease) =>
  answer(client.POST("/api/benchmarks/{slug}/releases", { params: { path: { slug } }, body }));

export const withdrawRelease = (slug: string, version: string, reason: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/releases/{version}/withdraw", {
      params: { path: { slug, version } },
      body: { reason },
    }),
  );

export interface Compared {
  older: string;
  newer: string;
  kind: ChangeKind;
  page: number;
}

export const comparisonQuery = (slug: string, query: Compared) =>
  queryOptions({
    queryKey: ["benchmark", slug, "releases", "compare", query],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/releases/compare", { params: { path: { slug }, query } })),
    enabled: query.older !== "" && query.newer !== "",
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.state === "queued" ? 2000 : false),
  });

export const heldBackQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "held-back"],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/releases/held-back", { params: { path: { slug } } })),
  });

export const scoringsQuery = (slug: string, version: string, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "scorings", version, page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/releases/{version}/scorings", {
          params: { path: { slug, version }, query: pageOf(page) },
        }),
      ),
    enabled: version !== "",
  });

export function scorePredictions(slug: string, version: string, file: File, note: string): Promise<Scoring> {
  const form = new FormData();
  form.set("file", file);
  form.set("note", note);
  return answer(
    client.POST("/api/benchmarks/{slug}/releases/{version}/scorings", {
      params: { path: { slug, version } },
      // The document has files as text; what is sent is a form with the file itself.
      body: { file: "", note },
      bodySerializer: () => form,
    }),
  );
}

const below = (slug: string, version: string) =>
  `/api/benchmarks/${slug}/releases/${encodeURIComponent(version)}`;

export const releaseFileAddress = (slug: string, version: string, file: string) =>
  `${below(slug, version)}/files/${encodeURIComponent(file)}`;

export const releaseFormatAddress = (slug: string, version: string, format: string) =>
  `${below(slug, version)}/formats/${encodeURIComponent(format)}`;

export const testInputsAddress = (slug: string, version: string) => `${below(slug, version)}/test-inputs`;
