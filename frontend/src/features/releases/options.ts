import type { NewRelease } from "@/api/releases";

/** What goes along, as a form holds it: shares in percent, perhaps half written. */
export interface Options {
  split: boolean;
  seed: number | string;
  dev: number | string;
  test: number | string;
  heldBack: boolean;
  history: boolean;
  runs: readonly string[];
}

export const NO_OPTIONS: Options = {
  split: false,
  seed: 0,
  dev: 10,
  test: 20,
  heldBack: false,
  history: false,
  runs: [],
};

const share = (percent: number | string) => Number(percent) / 100;

/** Whether the server would take these shares. */
export function sharesFit({ split, dev, test, heldBack }: Options): boolean {
  if (!split) return true;
  const together = Number(dev) + Number(test);
  return together > 0 && together <= 100 && (!heldBack || Number(test) > 0);
}

/** What to send for these options: nothing is held back where nothing is parted. */
export function sentOptions(options: Options): Omit<NewRelease, "version" | "notes"> {
  const { split, seed, dev, test, heldBack, history, runs } = options;
  return {
    split: split ? { seed: Number(seed), dev: share(dev).toFixed(5), test: share(test).toFixed(5) } : null,
    held_back: split && heldBack,
    history,
    runs: runs.map(Number),
  };
}
