import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import { PasswordForm } from "./PasswordForm";
import { TokenForm } from "./TokenForm";

it("puts the server's words about a password at its field, in ours where we know them, and keeps what was typed", async () => {
  const refusal = new Problem(422, "validation_error", "Choose a stronger password.", {
    old: ["Not right."],
    new: ["This password is too short. It must contain at least 10 characters.", "It rhymes."],
  });
  const onChange = vi.fn().mockRejectedValue(refusal);
  render(
    <MantineProvider>
      <PasswordForm username="wei" busy={false} error={refusal} changed={false} onChange={onChange} />
    </MantineProvider>,
  );
  await userEvent.type(screen.getByLabelText("Present password"), "old");
  await userEvent.type(screen.getByLabelText("New password"), "new");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(onChange).toHaveBeenCalledWith("old", "new");
  expect(screen.getByLabelText("Present password")).toHaveAccessibleDescription(
    "This is not your present password.",
  );
  expect(screen.getByLabelText("New password")).toHaveAccessibleDescription(
    "Too short. Take at least 10 characters. It rhymes.",
  );
  expect(screen.getByLabelText("New password")).toHaveValue("new");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows what belongs to no field above the form", () => {
  render(
    <MantineProvider>
      <PasswordForm
        username="wei"
        busy={false}
        error={new Problem(429, "throttled", "")}
        changed={false}
        onChange={vi.fn()}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Too many tries");
});

it("shows a token as the header to send, and forgets the password", async () => {
  const onMake = vi.fn().mockResolvedValue(undefined);
  const made = { token: "abc123", expires_at: "2027-02-28T12:00:00Z" };
  render(
    <MantineProvider>
      <TokenForm busy={false} made={made} onMake={onMake} />
    </MantineProvider>,
  );
  await userEvent.type(screen.getByLabelText("Your password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Make a token" }));
  expect(onMake).toHaveBeenCalledWith("secret", 90);
  expect(screen.getByLabelText("Your password")).toHaveValue("");
  expect(screen.getByLabelText(/Your token, valid until/)).toHaveValue("Authorization: Token abc123");
});
