import { useMutation, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { askForSuggestion, type Suggestion, type SuggestionKind, suggestionQuery } from "@/api/suggestions";
import type { Wording } from "@/api/work";
import { requestKeys } from "@/shared/requestKey";
import { inCodePoints, type Place } from "./place";
import type { EditorHandle } from "./WordingEditor";

interface Options {
  slug: string;
  item: number;
  wording: Wording;
  editor: RefObject<EditorHandle | null>;
  used: readonly number[];
  onUsed: (ids: number[]) => void;
}

interface Step {
  word: string;
  id: number;
  wording: Wording;
}

/** Asks for words where the caret is, puts a chosen one in and takes it back. Nothing is applied by itself. */
export function useSuggestions({ slug, item, wording, editor, used, onUsed }: Options) {
  const [place, setPlace] = useState<Place | null>(null);
  // Two keys may come before the page is drawn anew, and the second one asks for the first one's place.
  const latest = useRef<Place | null>(null);
  const [askedAt, setAskedAt] = useState<Place | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [keyOf] = useState(requestKeys);
  const asking = useMutation({
    mutationFn: ({ kind, at }: { kind: SuggestionKind; at: Place }) => {
      const body = { kind, part: at.part, ...wording, ...inCodePoints(wording[at.part], at) };
      return askForSuggestion(slug, item, body, keyOf([body, steps.length]));
    },
    onMutate: ({ at }) => setAskedAt(at),
  });
  const asked = asking.data ?? null;
  return {
    place,
    /** Where the caret is now; words that were asked for another place are not shown any longer. */
    moveTo: (next: Place) => {
      latest.current = next;
      setPlace(next);
      if (askedAt && !isSamePlace(askedAt, next)) {
        setAskedAt(null);
        asking.reset();
      }
    },
    ask: (kind: SuggestionKind) => latest.current && asking.mutate({ kind, at: latest.current }),
    busy: asking.isPending,
    error: asking.error,
    asked,
    last: steps.at(-1) ?? null,
    choose: (suggestion: Suggestion, word: string) => {
      if (!askedAt) return;
      setSteps([...steps, { word, id: suggestion.id, wording }]);
      onUsed([...new Set([...used, suggestion.id])]);
      editor.current?.put(askedAt, word);
    },
    takeBack: () => {
      const step = steps.at(-1);
      if (!step) return;
      const rest = steps.slice(0, -1);
      setSteps(rest);
      if (!rest.some(({ id }) => id === step.id)) onUsed(used.filter((id) => id !== step.id));
      editor.current?.restore(step.wording);
    },
  };
}

const isSamePlace = (one: Place, other: Place) =>
  one.part === other.part && one.start === other.start && one.end === other.end;

/** The words of what was asked for, once they are there. */
export const useSuggested = (slug: string, asked: Suggestion) => useQuery(suggestionQuery(slug, asked)).data;

export type Suggestions = ReturnType<typeof useSuggestions>;
