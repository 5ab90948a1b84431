import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { expect, test } from "vitest";
import type { PerturbationPreview } from "@/api/types";
import type { Wording } from "@/api/work";
import type { OwnLinks } from "./useOwnLinks";
import { usePreview } from "./usePreview";

const GIVEN = { before: "The cup ", after: " ." };
const WORDING = { before: "The mug ", after: " ." };
const TEXT = "The mug broke .";
const LINKS = [[0, 0] as const];

/** The hook beside a server that answers with the links it got, and a warning if there is one link only. */
function preview(wording: Wording, ownLinks: OwnLinks | null) {
  const asked: [Wording, number[][] | null][] = [];
  const fetchPreview = async (text: Wording, links: number[][] | null) => {
    asked.push([text, links]);
    const warnings = links?.length === 1 ? [{ code: "rationale_changed", message: "cup" }] : [];
    return {
      text: `${text.before}broke${text.after}`,
      links: links ?? [],
      warnings,
    } as unknown as PerturbationPreview;
  };
  const queries = new QueryClient();
  const { result, rerender } = renderHook(
    (props: { wording: Wording; ownLinks: OwnLinks | null }) =>
      usePreview({ about: ["test"], given: GIVEN, answer: "broke", active: true, fetchPreview, ...props }),
    {
      initialProps: { wording, ownLinks },
      wrapper: ({ children }: PropsWithChildren) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  );
  return { asked, result, rerender };
}

test("links that were drawn for this text are judged, with their warnings", async () => {
  const { asked, result } = preview(WORDING, { text: TEXT, links: LINKS });
  await waitFor(() => expect(result.current.settled).toBe(true));
  expect(asked).toEqual([[WORDING, [[0, 0]]]]);
  expect(result.current.unconfirmed).toBe(1);
});

test("links that were drawn for another text are left out", async () => {
  const { asked, result } = preview(WORDING, { text: "The jug broke .", links: LINKS });
  await waitFor(() => expect(result.current.settled).toBe(true));
  expect(asked).toEqual([[WORDING, null]]);
  expect(result.current.unconfirmed).toBe(0);
});

test("after the links were changed the answer for the old ones no longer counts", async () => {
  const { asked, result, rerender } = preview(WORDING, null);
  await waitFor(() => expect(result.current.settled).toBe(true));
  rerender({ wording: { ...WORDING }, ownLinks: null });
  expect(result.current.settled).toBe(true);
  rerender({ wording: WORDING, ownLinks: { text: TEXT, links: LINKS } });
  expect(result.current.settled).toBe(false);
  await waitFor(() => expect(result.current.settled).toBe(true));
  expect(asked.map(([, links]) => links)).toEqual([null, [[0, 0]]]);
});
