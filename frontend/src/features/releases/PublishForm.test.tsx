import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PublishForm } from "./PublishForm";

it("offers the next version and refuses one that is taken or no version", async () => {
  const onPublish = vi.fn();
  render(
    <MantineProvider>
      <PublishForm taken={["1.0.0"]} busy={false} onPublish={onPublish} />
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
  expect(onPublish).toHaveBeenCalledWith("2.0.0", "");
});
