import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { WorkRecord } from "@/api/record";
import { MyRecord } from "./MyRecord";

const record: WorkRecord = {
  done: [
    { duty: "write_rationale", number: 7 },
    { duty: "rate_mask", number: 10 },
    { duty: "propose_mask", number: 0 },
  ],
  rationales: { submitted: 8, accepted: 4, returned: 1, discarded: 0 },
  accepted_share: [
    { week: "2026-11-23", decided: 3, accepted: 1 },
    { week: "2026-11-30", decided: 2, accepted: 2 },
  ],
  mask_agreement: { rated: 10, with_majority: 9 },
  score_agreement: null,
  perturbations: { made: 2, accepted: 1, rejected: 0 },
};

const show = (shown: WorkRecord) =>
  render(
    <MantineProvider>
      <MyRecord record={shown} />
    </MantineProvider>,
  );

it("tells in sentences what was done and how it fared, week by week", () => {
  show(record);
  expect(screen.getByText("Rationales written").nextElementSibling).toHaveTextContent("7");
  expect(screen.queryByText("Masks proposed")).toBeNull();
  expect(
    screen.getByText("You submitted 8 rationales: 4 accepted, 1 sent back, and 3 not decided yet."),
  ).toBeVisible();
  expect(screen.getByText("You made 2 perturbations: 1 accepted and 1 not decided yet.")).toBeVisible();
  expect(screen.getAllByRole("img").map((bar) => bar.getAttribute("aria-label"))).toEqual([
    "Week of Nov 23: 1 of 3",
    "Week of Nov 30: 2 of 2",
    "Masks: 9 of 10",
  ]);
});

it("says why there is no agreement yet, and shows nothing to whom did nothing", () => {
  const { rerender } = show({ ...record, mask_agreement: null });
  expect(screen.getByText(/once a stage you took part in is decided/)).toBeVisible();
  rerender(
    <MantineProvider>
      <MyRecord record={{ ...record, done: [] }} />
    </MantineProvider>,
  );
  expect(screen.queryByRole("heading")).toBeNull();
});
