import type { Obstacle, Place } from "@/api/assignments";
import type { Tone } from "@/shared/ui/StateBadge";

export const PLACE_STATES = ["live", "done", "skipped", "released"] as const;
export type Standing = "held" | "lapsed" | "used" | "passedOn" | "givenBack";

/** What a place is now: a live one holds nothing once its lease has run out. */
export function standingOf(
  { state, lease_until }: Pick<Place, "state" | "lease_until">,
  now: number,
): Standing {
  if (state === "done") return "used";
  if (state === "skipped") return "passedOn";
  if (state === "released") return "givenBack";
  return Date.parse(lease_until) > now ? "held" : "lapsed";
}

export const TONES: Record<Standing, Tone> = {
  held: "active",
  lapsed: "neutral",
  used: "neutral",
  passedOn: "bad",
  givenBack: "neutral",
};

/** What stands in the way, each reason once with the items it holds back; the most frequent first. */
export function byReason(
  obstacles: readonly Obstacle[],
): { code: string; message: string; items: string[] }[] {
  const reasons = new Map<string, { code: string; message: string; items: string[] }>();
  for (const { code, message, external_id } of obstacles) {
    const known = reasons.get(code);
    if (known) known.items.push(external_id);
    else reasons.set(code, { code, message, items: [external_id] });
  }
  return [...reasons.values()].sort((one, other) => other.items.length - one.items.length);
}
