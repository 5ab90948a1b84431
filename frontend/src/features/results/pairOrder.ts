import type { PairOrder } from "@/api/results";

export type PairMetric =
  | `${"top1" | "top3" | "token_f1"}_${"original" | "perturbed"}`
  | "map"
  | "map_at_k"
  | "map_aligned"
  | "pcc";

/** The heads of the pairs; each is a group of columns. */
export const PAIR_GROUPS: { metric: string; columns: PairMetric[] }[] = [
  { metric: "top1", columns: ["top1_original", "top1_perturbed"] },
  { metric: "top3", columns: ["top3_original", "top3_perturbed"] },
  { metric: "token_f1", columns: ["token_f1_original", "token_f1_perturbed"] },
  ...(["map", "map_at_k", "map_aligned", "pcc"] as const).map((metric) => ({ metric, columns: [metric] })),
];

/** Pooled ones have no column of their own: both texts of a pair count. */
const POOLED = ["top1", "top3", "token_f1"] as const;

export type OrderKey = PairMetric | (typeof POOLED)[number] | "name" | "ratio";
export interface Order {
  key: OrderKey;
  descending: boolean;
}

const KEYS: readonly OrderKey[] = [
  "name",
  "ratio",
  ...POOLED,
  ...PAIR_GROUPS.flatMap(({ columns }) => columns),
];

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
