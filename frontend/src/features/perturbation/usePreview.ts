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
  // By sentence, not by code: the same warning about other words has to be confirmed anew.
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
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
  const warnings = preview?.warnings ?? [];
  const isConfirmed = ({ message }: { message: string }) => confirmed.includes(message);
  return {
    /** The last comparison, kept while a newer one is on its way. */
    shown: preview,
    waiting: !unchanged && !query.isError,
    error: unchanged ? null : query.error,
    confirmed: warnings.filter(isConfirmed).map(({ code }) => code),
    confirm: (code: string, yes: boolean) => {
      const messages = warnings.filter((warning) => warning.code === code).map(({ message }) => message);
      setConfirmed((now) => [...now.filter((other) => !messages.includes(other)), ...(yes ? messages : [])]);
    },
    /** Whether what is shown is the wording as it stands, and every warning is confirmed. */
    settled: current && preview !== null && !query.isError,
    unconfirmed: warnings.length - warnings.filter(isConfirmed).length,
  };
}
