import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import { LeaveGuard } from "./LeaveGuard";
import type { SaveStatus } from "./MarkSaver";

const Status = createContext<SaveStatus>({ is: "saved" });
const retrying: SaveStatus = { is: "retrying", error: new Problem(500, "server_error", "") };

function Guarded({ hurry }: { hurry: () => void }) {
  return (
    <>
      <LeaveGuard status={useContext(Status)} submitting={false} hurry={hurry} />
      <Link to="/away">Away</Link>
    </>
  );
}

function page(first: SaveStatus) {
  const hurry = vi.fn();
  const router = createMemoryRouter([
    { path: "/", element: <Guarded hurry={hurry} /> },
    { path: "/away", element: <p>elsewhere</p> },
  ]);
  const withStatus = (status: SaveStatus) => (
    <MantineProvider>
      <Status value={status}>
        <RouterProvider router={router} />
      </Status>
    </MantineProvider>
  );
  const { rerender } = render(withStatus(first));
  return { hurry, show: (status: SaveStatus) => act(async () => rerender(withStatus(status))) };
}

const leave = () => userEvent.click(screen.getByRole("link", { name: "Away" }));

it("lets go who has saved", async () => {
  page({ is: "saved" });
  await leave();
  expect(screen.getByText("elsewhere")).toBeVisible();
});

it("waits for what is being saved, then goes by itself", async () => {
  const { hurry, show } = page({ is: "saving" });
  await leave();
  expect(screen.queryByText("elsewhere")).toBeNull();
  expect(hurry).toHaveBeenCalled();
  await show({ is: "saved" });
  expect(screen.getByText("elsewhere")).toBeVisible();
});

it("asks where it can't be saved, and stays or goes as told", async () => {
  page(retrying);
  await leave();
  await userEvent.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(screen.queryByText("elsewhere")).toBeNull();
  await leave();
  await userEvent.click(await screen.findByRole("button", { name: "Leave all the same" }));
  expect(screen.getByText("elsewhere")).toBeVisible();
});

it("has the browser ask before the window is closed, only while something is unsaved", async () => {
  const { show } = page(retrying);
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(false);
  await show({ is: "saved" });
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(true);
});
