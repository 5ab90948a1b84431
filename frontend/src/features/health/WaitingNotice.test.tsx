import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WaitingNotice } from "./WaitingNotice";

it("says that the work waits and that nothing is lost", () => {
  render(
    <MantineProvider>
      <WaitingNotice part="tasks" />
    </MantineProvider>,
  );
  expect(screen.getByText(/No worker answers/)).toBeVisible();
  expect(screen.getByText(/goes on by itself/)).toBeVisible();
});
