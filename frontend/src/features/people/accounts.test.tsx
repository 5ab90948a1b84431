import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import { AccountList } from "./AccountList";
import { NewAccount } from "./NewAccount";
import { RetireDialog } from "./RetireDialog";

const wei = {
  id: 2,
  username: "wei",
  display_name: "Wei",
  language: "en",
  is_staff: false,
  is_active: true,
};

const show = (page: React.ReactNode) => render(<MantineProvider env="test">{page}</MantineProvider>);

it("offers to end every account but one's own and those that have ended", () => {
  show(
    <AccountList
      accounts={[
        { ...wei, id: 1, display_name: "Ada", is_staff: true },
        wei,
        { ...wei, id: 3, display_name: "Left", is_active: false },
      ]}
      own={1}
      onRetire={vi.fn()}
    />,
  );
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => within(row).queryByRole("button")?.getAttribute("aria-label") ?? null)).toEqual([
    null,
    "End the account of Wei (wei)",
    null,
  ]);
  expect(screen.getByText("Retired")).toBeVisible();
});

it("keeps the name unless one says otherwise, and says that the work stays", async () => {
  const onRetire = vi.fn();
  show(<RetireDialog account={wei} busy={false} onRetire={onRetire} onClose={vi.fn()} />);
  expect(await screen.findByText(/All their work stays/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "End the account" }));
  expect(onRetire).toHaveBeenLastCalledWith(false);
  await userEvent.click(screen.getByRole("radio", { name: /person-2/ }));
  await userEvent.click(screen.getByRole("button", { name: "End the account" }));
  expect(onRetire).toHaveBeenLastCalledWith(true);
});

it("names a taken user name at its field and keeps the entries", async () => {
  const taken = new Problem(422, "validation_error", "", { username: ["Taken."] });
  const onCreate = vi.fn().mockRejectedValue(taken);
  show(<NewAccount busy={false} error={taken} onCreate={onCreate} />);
  await userEvent.type(screen.getByLabelText("User name"), " wei ");
  await userEvent.type(screen.getByLabelText("Name"), "Wei");
  await userEvent.click(screen.getByRole("button", { name: "Make the account" }));
  expect(onCreate).toHaveBeenCalledWith({ username: "wei", display_name: "Wei", email: "", staff: false });
  expect(screen.getByText("This name is taken. Choose another one.")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Wei");
});
