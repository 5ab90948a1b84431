import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import type { Place } from "@/api/assignments";
import type { ItemRow } from "@/api/items";
import { ItemChoice } from "./ItemChoice";
import { PlaceTable } from "./PlaceTable";
import { PlanDialog } from "./PlanDialog";
import { TakeOverDialog } from "./TakeOverDialog";

const show = (page: ReactNode) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>{page}</MemoryRouter>
    </MantineProvider>,
  );

const item = (id: number): ItemRow => ({
  id,
  external_id: `en-${id}`,
  language: "en",
  dimension: "grammar",
  role: "original",
  state: "annotating",
  round: 1,
  golden_answer: null,
  reads_like: null,
  masked_text: `Text ${id} [MASK].`,
});

const place: Place = {
  id: 1,
  item: 7,
  external_id: "en-7",
  person: "Wei",
  username: "wei",
  duty: "rate_mask",
  turn: 1,
  state: "live",
  lease_until: "2999-01-01T00:00:00Z",
  reason: "",
  updated_at: "2026-11-30T12:00:00Z",
};

function Choosing({ items, first }: { items: ItemRow[]; first: number[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(first));
  return (
    <>
      <ItemChoice items={items} chosen={chosen} onChoose={setChosen} />
      <output>{[...chosen].join(" ")}</output>
    </>
  );
}

it("ticks single items and whole pages, and leaves what was ticked elsewhere", async () => {
  show(<Choosing items={[item(1), item(2)]} first={[9]} />);
  const chosen = screen.getByRole("status");
  await userEvent.click(screen.getByText("Text 2 [MASK]."));
  expect(chosen).toHaveTextContent("9 2");
  const page = screen.getByRole("checkbox", { name: "Choose every item on this page" });
  expect(page).toBePartiallyChecked();
  await userEvent.click(page);
  expect(chosen).toHaveTextContent("9 2 1");
  await userEvent.click(page);
  expect(chosen).toHaveTextContent(/^9$/);
});

it("offers to take over only what is held", async () => {
  const onTakeOver = vi.fn();
  const lapsed = { ...place, id: 2, lease_until: "2020-01-01T00:00:00Z" };
  const passed = { ...place, id: 3, state: "skipped", reason: "I know the author." };
  show(<PlaceTable slug="demo" places={[place, lapsed, passed]} onTakeOver={onTakeOver} />);
  expect(screen.getByText("Run out")).toBeVisible();
  expect(screen.getByText("I know the author.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Take en-7 over from Wei" }));
  expect(onTakeOver).toHaveBeenCalledExactlyOnceWith(place);
});

it("takes over with a reason only", async () => {
  const onTakeOver = vi.fn();
  show(<TakeOverDialog place={place} busy={false} onTakeOver={onTakeOver} onClose={vi.fn()} />);
  const button = screen.getByRole("button", { name: "Take over" });
  await userEvent.type(screen.getByLabelText("Why?"), "  ");
  expect(button).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Why?"), "Wei is ill ");
  await userEvent.click(button);
  expect(onTakeOver).toHaveBeenCalledExactlyOnceWith("Wei is ill");
});

it("names who is left out and why before anything is given", () => {
  const obstacle = (id: number, code: string, message: string) => ({
    item: id,
    external_id: `en-${id}`,
    code,
    message,
  });
  const plan = {
    assigned: [4, 5],
    obstacles: [
      obstacle(1, "passed_on", "The person passed this item on."),
      obstacle(2, "passed_on", "The person passed this item on."),
      obstacle(3, "no_place", "All places of this item are taken."),
    ],
  };
  show(
    <PlanDialog
      plan={plan}
      name="Wei"
      days={3}
      busy={false}
      error={null}
      onGive={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  const dialog = screen.getByRole("dialog", { name: "Give 2 items to Wei?" });
  expect(dialog).toHaveTextContent("The places are reserved for 3 days.");
  expect(dialog).toHaveTextContent("3 items are left out:");
  expect(within(dialog).getAllByRole("listitem")[0]).toHaveTextContent(
    "The person passed this item on.en-1 and en-2",
  );
  expect(within(dialog).getByRole("button", { name: "Give 2 items" })).toBeVisible();
});

it("gives nothing where nobody can be given anything", () => {
  show(
    <PlanDialog
      plan={{ assigned: [], obstacles: [{ item: 1, external_id: "en-1", code: "has_place", message: "" }] }}
      name="Wei"
      days={null}
      busy={false}
      error={null}
      onGive={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  expect(screen.getByRole("dialog", { name: "None of these can be given to Wei" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Give/ })).toBeNull();
});
