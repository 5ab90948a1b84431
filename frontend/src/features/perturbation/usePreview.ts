import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PerturbationPreview } from "@/api/types";
import type { Wording } from "@/api/work";
import type { OwnLinks } from "./useOwnLinks";

const PAUSE = 350;

interface Options {
  /** Tells one preview from another: the item or perturbation, and the type. */
  about: readonly unknown[];
  /** What the wording is compared with: as long as it is the same there is nothing to show. */
  given: Wording;
  wording: Wording;
  /** The masked words, which stand between the two parts of the wording. */
  answer: string;
  /** Links somebody drew; they count while the text is the one they were drawn for. */
  ownLinks: OwnLinks | null;
  active: boolean;
  fetchPreview: (wording: Wording, links: number[][] | null) => Promise<PerturbationPreview>;
}

interface Asked extends Wording {
  links: number[][] | null;
}

export const isSame = (one: Wording, other: Wording) =>
  one.before === other.before && one.after === other.after;

/** The server's view of a wording, a moment after the last change, with the warnings a person confirmed. */
export function usePreview(options: Options) {
  const { about, given, wording, answer, ownLinks, active, fetchPreview } = options;
  const isDrawnHere = ownLinks?.text === wording.before + answer + wording.after;
  const links = ownLinks && isDrawnHere ? ownLinks.links.map((link) => [...link]) : null;
  // As text, so that it stays the same from one drawing of the page to the next.
  const asked = JSON.stringify({ ...wording, links } satisfies Asked);
  const [settled] = useDebouncedValue(asked, PAUSE);
  const isSettled = settled === asked;
  const unchanged = !active || (isSame(given, wording) && links === null);
  // By sentence, not by code: the same warning about other words has to be confirmed anew.
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const query = useQuery({
    queryKey: ["preview", ...about, settled],
    queryFn: () => {
      const { links: drawn, ...text } = JSON.parse(settled) as Asked;
      return fetchPreview(text, drawn);
    },
    enabled: !unchanged && isSettled,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const preview = unchanged ? null : (query.data ?? null);
  const current = isSettled && !query.isFetching && !query.isPlaceholderData;
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
