import type { Notification } from "@/api/notifications";

/** The server counts no further: there are so many or more. */
export const MANY = 100;

export interface Waiting {
  number: number;
  /** Whether there may be more than the number says. */
  more: boolean;
}

/** What a person could do in one duty: the items free for them and those they have begun. */
export const waitingIn = ({ waiting, mine }: Pick<Notification, "waiting" | "mine">): Waiting => ({
  number: waiting >= MANY ? MANY : waiting + mine,
  more: waiting >= MANY,
});

/** The same over all their duties. */
export function waitingInAll(rows: readonly Pick<Notification, "waiting" | "mine">[]): Waiting {
  const each = rows.map(waitingIn);
  return {
    number: each.reduce((sum, { number }) => sum + number, 0),
    more: each.some(({ more }) => more),
  };
}

/** Rows gathered by benchmark, in the order they came. */
export function byBenchmark<Row extends Pick<Notification, "benchmark">>(
  rows: readonly Row[],
): [slug: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.benchmark, [...(groups.get(row.benchmark) ?? []), row]);
  return [...groups];
}
