import { useCallback } from "react";
import type { System } from "@/api/results";
import { useWords } from "@/shared/i18n/useWords";

/** A system in one line. Its precision is told where it is not the exact one. */
export function useSystemName() {
  const words = useWords();
  return useCallback(
    ({ model, method, dtype }: Pick<System["run"], "model" | "method" | "dtype">) =>
      [model, words.method(method), ...(dtype && dtype !== "float32" ? [dtype] : [])].join(", "),
    [words],
  );
}

/** Runs of the same system bear their number too, so that no two are called the same. */
export function useRunNames(systems: readonly System[]): Map<number, string> {
  const name = useSystemName();
  const count = new Map<string, number>();
  for (const { run } of systems) count.set(name(run), (count.get(name(run)) ?? 0) + 1);
  return new Map(
    systems.map(({ run }) => [
      run.id,
      (count.get(name(run)) ?? 0) > 1 ? `${name(run)} #${run.id}` : name(run),
    ]),
  );
}
