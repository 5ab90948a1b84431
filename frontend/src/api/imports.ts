import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ImportMode = Schemas["ImportModeEnum"];
export type ImportState = Schemas["ImportStateEnum"];
/** One upload in the list. */
export type ImportRow = Schemas["Import"];
/** One upload with what it looks like, its first items and the first records left out. */
export type ImportReport = Schemas["ImportReport"];
export type ImportFormats = Schemas["Formats"];
export type ImportFormat = Schemas["Format"];
export type ImportProblem = Schemas["ImportProblem"];
export type SampleItem = Schemas["SampleItem"];
export type GrammarCoverage = Schemas["GrammarCoverage"];
export type ImportChoices = Required<Schemas["NewRunRequest"]>;

const AT_WORK: readonly ImportState[] = ["checking", "queued", "running"];
export const isAtWork = ({ state }: { state: ImportState }) => AT_WORK.includes(state);

const once = (key: string) => ({ "Idempotency-Key": key });

export const importFormatsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "imports", "formats"],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/imports/formats", { params: { path: { slug } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const importsQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "imports", "list", page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/imports", { params: { path: { slug }, query: pageOf(page) } }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isAtWork) ? 2_000 : false),
  });

/** One import, asked for again while something is under way. */
export const importQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "imports", id],
    queryFn: () =>
      answer(client.GET("/api/benchmarks/{slug}/imports/{id}", { params: { path: { slug, id } } })),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? 700 : false),
  });

/** Sends a file. What becomes of it is decided after a look at it. */
export const uploadFile = (slug: string, file: File, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/imports", {
      params: { path: { slug } },
      headers: once(key),
      // The document has files as text; what is sent is a form with the file itself.
      body: { file: "" },
      bodySerializer: () => {
        const form = new FormData();
        form.set("file", file);
        return form;
      },
    }),
  );

export const checkImport = (slug: string, id: number, body: ImportChoices, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/imports/{id}/check", {
      params: { path: { slug, id } },
      headers: once(key),
      body: { ...body, corpus: body.corpus || "" },
    }),
  );

export const runImport = (slug: string, id: number, body: ImportChoices, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/imports/{id}/run", {
      params: { path: { slug, id } },
      headers: once(key),
      body,
    }),
  );

export const cancelImport = (slug: string, id: number) =>
  answer(client.POST("/api/benchmarks/{slug}/imports/{id}/cancel", { params: { path: { slug, id } } }));

export const discardImport = (slug: string, id: number) =>
  answer(client.DELETE("/api/benchmarks/{slug}/imports/{id}", { params: { path: { slug, id } } }));

export const importReportAddress = (slug: string, id: number, kind: "json" | "csv") =>
  `/api/benchmarks/${slug}/imports/${id}/report?as=${kind}`;

export const coverageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "coverage"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/coverage", { params: { path: { slug } } })),
  });

export const askForMore = (slug: string, id: number, wanted: Record<string, number>, key: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/imports/{id}/more", {
      params: { path: { slug, id } },
      headers: once(key),
      body: { wanted },
    }),
  );

export const corporaQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "corpora"],
    queryFn: () => answer(client.GET("/api/benchmarks/{slug}/corpora", { params: { path: { slug } } })),
  });
