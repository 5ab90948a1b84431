import type { KeyMap } from "./useKeys";

/** One key for each step of a scale: its number. */
export function numberKeys(steps: readonly { value: number }[], choose: (value: number) => void): KeyMap {
  return Object.fromEntries(steps.map(({ value }) => [String(value), () => choose(value)]));
}
