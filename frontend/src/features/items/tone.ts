import type { Tone } from "@/shared/ui/StateBadge";

/** How far an item is, for the eye. */
export function toneOf(state: string): Tone {
  if (state === "accepted") return "good";
  if (state === "rejected" || state === "discarded") return "bad";
  return "active";
}
