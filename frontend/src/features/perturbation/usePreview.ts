import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PerturbationPreview } from "@/api/types";
import type { Wording } from "@/api/work";

const PAUSE = 350;

interface Options {
  /** Tells one preview from another: the item or perturbation, and the type. */
  about: readonly unknown[];
  wording: Wording;
  unchanged: boolean;
  fetchPreview: (wording: Wording) => Promise<PerturbationPreview>;
}

/** The server's view of a wording, a moment after the last key, with the warnings a person confirmed. */
export function usePreview({ about, wording, unchanged, fetchPreview }: Options) {
  const [settled] = useDebouncedValue(wording, PAUSE);
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const query = useQuery({
    queryKey: ["preview", ...about, settled.before, settled.after],
    queryFn: () => fetchPreview(settled),
    enabled: !unchanged,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const preview = unchanged ? null : (query.data ?? null);
  const current = settled.before === wording.before && settled.after === wording.after && !query.isFetching;
  const open = preview?.warnings.filter(({ code }) => !confirmed.includes(code)) ?? [];
  return {
    preview,
    error: unchanged ? null : query.error,
    confirmed: confirmed.filter((code) => preview?.warnings.some((warning) => warning.code === code)),
    confirm: (code: string, yes: boolean) =>
      setConfirmed((now) => (yes ? [...now, code] : now.filter((other) => other !== code))),
    /** Whether what is shown is the wording as it stands, and every warning is confirmed. */
    settled: current && preview !== null && !query.isError,
    unconfirmed: open.length,
  };
}
