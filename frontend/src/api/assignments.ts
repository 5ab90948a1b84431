import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
import type { components } from "./schema";
import type { Duty } from "./types";

/** One person's hold on one item for one duty, as an admin sees it. */
export type Place = components["schemas"]["Place"];
export type Plan = components["schemas"]["Assigned"];
export type Obstacle = Plan["obstacles"][number];

export interface PlaceFilter {
  state: string;
  duty: string;
  username: string;
}

export interface Giving {
  duty: Duty;
  username: string;
  items: number[];
  /** For how many days the places are reserved; null for as long as any. */
  days: number | null;
}

export const placesQuery = (slug: string, filter: PlaceFilter, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "assignments", filter, page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/assignments", {
          params: { path: { slug }, query: pageOf(page, { ...filter }) },
        }),
      ),
  });

export const allPlaces = (slug: string) => ({ queryKey: ["benchmark", slug, "assignments"] });

const give = (slug: string, giving: Giving, preview: boolean) =>
  answer<Plan>(
    client.POST("/api/benchmarks/{slug}/assignments", {
      params: { path: { slug } },
      body: { ...giving, preview },
    }),
  );

/** Who of the chosen items would be left out and why; changes nothing. */
export const planPlaces = (slug: string, giving: Giving) => give(slug, giving, true);
export const givePlaces = (slug: string, giving: Giving) => give(slug, giving, false);

export const takeOver = (slug: string, id: number, reason: string) =>
  answer(
    client.POST("/api/benchmarks/{slug}/assignments/{id}/take-over", {
      params: { path: { slug, id } },
      body: { reason },
    }),
  );
