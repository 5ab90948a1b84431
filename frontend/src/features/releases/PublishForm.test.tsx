import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PublishForm } from "./PublishForm";

it("offers the next version and refuses one that is taken or no version", async () => {
  const onPublish = vi.fn();
  render(
    <MantineProvider>
      <PublishForm taken={["1.0.0"]} runs={[]} consent busy={false} onPublish={onPublish} />
    </MantineProvider>,
  );
  const version = screen.getByLabelText("Version");
  const publish = screen.getByRole("button", { name: "Publish" });
  expect(version).toHaveValue("1.1.0");
  for (const [text, reason] of [
    ["1.0.0", /already/],
    ["one", /three numbers/],
  ] as const) {
    await userEvent.clear(version);
    await userEvent.type(version, text);
    await userEvent.click(publish);
    expect(screen.getByText(reason, { selector: "p.mantine-InputWrapper-error" })).toBeVisible();
  }
  expect(onPublish).not.toHaveBeenCalled();
  await userEvent.clear(version);
  await userEvent.type(version, "2.0.0");
  await userEvent.click(publish);
  const nothing = { split: null, held_back: false, history: false, runs: [] };
  expect(onPublish).toHaveBeenCalledWith({ version: "2.0.0", notes: "", ...nothing });
});

it("asks for a split with a test part that is held back", async () => {
  const onPublish = vi.fn();
  render(
    <MantineProvider>
      <PublishForm taken={[]} runs={[]} consent={false} busy={false} onPublish={onPublish} />
    </MantineProvider>,
  );
  expect(screen.getByText(/nothing of the annotators' consent/)).toBeVisible();
  await userEvent.click(screen.getByLabelText("Split into parts"));
  const test = screen.getByLabelText("Test, %");
  await userEvent.clear(test);
  await userEvent.type(test, "95");
  await userEvent.click(screen.getByLabelText("Hold the test part's answers back"));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(screen.getByRole("alert")).toHaveTextContent(/at most 100/);
  await userEvent.clear(test);
  await userEvent.type(test, "50");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(onPublish).toHaveBeenCalledWith({
    version: "1.0.0",
    notes: "",
    split: { seed: 0, dev: "0.10000", test: "0.50000" },
    held_back: true,
    history: false,
    runs: [],
  });
});
