import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import { type Page, pageOf } from "./pages";
import type { TaskItem } from "./types";

export interface ItemRow {
  id: number;
  external_id: string;
  language: string;
  dimension: string;
  role: "original" | "perturbed";
  state: string;
  round: number;
  text: string;
}

/** One item as an admin sees it. */
export interface WholeItem extends TaskItem {
  rationale?: number[] | null;
  corpus?: string;
  source_file?: string;
  licence?: string;
}

export interface HistoryEntry {
  at: string;
  actor: { id: number; username: string; display_name: string } | string | null;
  event: string;
  before: string;
  after: string;
  reason: string;
  detail: Record<string, unknown>;
  settings_version: number;
}

export interface ItemFilter {
  state: string;
  dimension: string;
  language: string;
  role: string;
  q: string;
}

export const itemsQuery = (slug: string, filter: ItemFilter, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", filter, page],
    queryFn: () => send<Page<ItemRow>>("GET", pageOf(`/api/benchmarks/${slug}/items`, page, { ...filter })),
  });

export const itemQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item],
    queryFn: () => send<WholeItem>("GET", `/api/benchmarks/${slug}/items/${item}`),
  });

export const historyQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item, "history"],
    queryFn: () => send<HistoryEntry[]>("GET", `/api/benchmarks/${slug}/items/${item}/history`),
  });
