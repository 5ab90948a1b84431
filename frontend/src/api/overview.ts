import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import type { components } from "./schema";
import type { PerturbationType } from "./types";

type Person = components["schemas"]["Person"];
export type StateCounts = Record<string, number>;

export interface PersonAtWork {
  person: Person;
  roles: string[];
  done: Record<string, number>;
}

export interface Overview {
  states: StateCounts;
  by_dimension: { dimension: string; language: string; states: StateCounts }[];
  perturbations: {
    type: PerturbationType;
    accepted: number;
    waiting: number;
    rejected: number;
    quota: number;
  }[];
  finished_pairs: number;
  people: PersonAtWork[];
  rounds: { accepted_by_round: Record<string, number>; discarded: number };
  worker: { alive: boolean; last_seen: string | null };
}

export const overviewQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "overview"],
    queryFn: () => send<Overview>("GET", `/api/benchmarks/${slug}/overview`),
    refetchInterval: 15_000,
  });
