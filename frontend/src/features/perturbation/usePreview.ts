import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PerturbationPreview } from "@/api/types";
import type { Wording } from "@/api/work";

const PAUSE = 350;

interface Options {
  /** Tells one preview from another: the item or perturbation, and the type. */
  about: readonly unknown[];
  /** What the wording is compared with: as long as it is the same there is nothing to show. */
  given: Wording;
  wording: Wording;
  active: boolean;
  fetchPreview: (wording: Wording) => Promise<PerturbationPreview>;
}

export const isSame = (one: Wording, other: Wording) =>
  one.before === other.before && one.after === other.after;

/** The server's view of a wording, a moment after the last key, with the warnings a person confirmed. */
export function usePreview({ about, given, wording, active, fetchPreview }: Options) {
  const [settled] = useDebouncedValue(wording, PAUSE);
  const unchanged = !active || isSame(given, wording);
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const query = useQuery({
    queryKey: ["preview", ...about, settled.before, settled.after],
    queryFn: () => fetchPreview(settled),
    enabled: !unchanged && !isSame(given, settled),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const preview = unchanged ? null : (query.data ?? null);
  const current = isSame(settled, wording) && !query.isFetching;
  const open = preview?.warnings.filter(({ code }) => !confirmed.includes(code)) ?? [];
  return {
    preview,
    waiting: !unchanged && !query.isError,
    error: unchanged ? null : query.error,
    confirmed: confirmed.filter((code) => preview?.warnings.some((warning) => warning.code === code)),
    confirm: (code: string, yes: boolean) =>
      setConfirmed((now) => (yes ? [...now, code] : now.filter((other) => other !== code))),
    /** Whether what is shown is the wording as it stands, and every warning is confirmed. */
    settled: current && preview !== null && !query.isError,
    unconfirmed: open.length,
  };
}
