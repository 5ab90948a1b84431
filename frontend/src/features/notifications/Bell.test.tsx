import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Notification } from "@/api/notifications";
import { Bell } from "./Bell";

function open(rows: Notification[]) {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Bell rows={rows} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const row = (benchmark: string, duty: Notification["duty"], waiting: number, mine = 0): Notification => ({
  benchmark,
  title: benchmark.toUpperCase(),
  duty,
  waiting,
  mine,
});

it("says in sentences what waits, and each leads to its work", async () => {
  open([row("a", "score_rationale", 11, 1), row("a", "settle_perturbation", 1)]);
  await userEvent.click(screen.getByRole("button", { name: "What waits for you: 13 pieces of work" }));
  const menu = await screen.findByRole("menu");
  const scores = within(menu).getByRole("menuitem", { name: /12 items wait for your score/ });
  expect(scores).toHaveAttribute("href", "/b/a/work/score_rationale");
  expect(scores).toHaveTextContent("One of them is begun and kept for you");
  expect(
    within(menu).getByRole("menuitem", { name: "1 split review waits for your decision" }),
  ).toBeVisible();
  expect(within(menu).queryByText("A")).toBeNull();
});

it("says 100 or more where the server stopped counting, and names the benchmarks where there are several", async () => {
  open([row("a", "rate_mask", 100), row("b", "write_rationale", 2)]);
  const bell = screen.getByRole("button", { name: "What waits for you: 102 or more pieces of work" });
  expect(bell).toHaveTextContent("99+");
  await userEvent.click(bell);
  const menu = await screen.findByRole("menu");
  expect(within(menu).getByText("100 or more masks wait for your rating")).toBeVisible();
  expect(within(menu).getByText("B")).toBeVisible();
});

it("is quiet where nothing waits", async () => {
  open([]);
  const bell = screen.getByRole("button", { name: "What waits for you: nothing now" });
  expect(bell).toHaveTextContent("");
  await userEvent.click(bell);
  expect(await screen.findByText(/Nothing waits for you now/)).toBeVisible();
});
