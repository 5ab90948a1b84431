import type { PairOrder } from "@/api/results";

export const HITS = ["top1_original", "top1_perturbed", "top3_original", "top3_perturbed"] as const;
export const NUMBERS = [
  "token_f1_original",
  "token_f1_perturbed",
  "map",
  "map_at_k",
  "map_aligned",
  "pcc",
] as const;

export type PairMetric = (typeof HITS)[number] | (typeof NUMBERS)[number] | "ratio";
/** Pooled ones have no column of their own: both texts of a pair count. */
const POOLED = ["top1", "top3", "token_f1"] as const;

export type OrderKey = PairMetric | (typeof POOLED)[number] | "name";
export interface Order {
  key: OrderKey;
  descending: boolean;
}

const KEYS: readonly OrderKey[] = ["name", "ratio", ...POOLED, ...HITS, ...NUMBERS];

/** An order as the address and the server have it, a minus in front of a descending one; by name otherwise. */
export function pairOrderOf(text: string | null): Order {
  const descending = text?.startsWith("-") ?? false;
  const key = KEYS.find((one) => one === text?.slice(descending ? 1 : 0));
  return key ? { key, descending } : { key: "name", descending: false };
}

export const orderText = ({ key, descending }: Order): PairOrder => (descending ? `-${key}` : key);

/** The lowest come first, for those are what one looks for; asked again, the highest. */
export const nextOrder = (now: Order, key: OrderKey): Order => ({
  key,
  descending: now.key === key && !now.descending,
});
