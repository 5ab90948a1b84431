import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { TaskItem } from "@/api/types";
import type { Marks } from "@/shared/tokens/marks";
import { DraftConflict } from "./DraftConflict";

const tokens = ["The", "cup", "fell"].map((text, index) => ({ index, text, before: index ? " " : "" }));
const item = { tokens, tail: "", language: "en", mask: null, golden_answer: null } as Partial<TaskItem>;

function conflict() {
  const chosen: Marks[] = [];
  render(
    <MantineProvider>
      <DraftConflict
        item={item as TaskItem}
        stored={[1]}
        here={[2]}
        onChoose={(marks) => chosen.push(marks)}
      />
    </MantineProvider>,
  );
  return chosen;
}

const marked = (version: string) =>
  within(screen.getByRole("region", { name: version }))
    .getByText(/./, { selector: "mark" })
    .textContent?.trim();

it("shows both versions", () => {
  conflict();
  expect(marked("Saved from the other window")).toBe("cup");
  expect(marked("Marked in this window")).toBe("fell");
});

it("lets one be chosen by mouse or key", async () => {
  const chosen = conflict();
  const user = userEvent.setup();
  await user.click(screen.getAllByRole("button", { name: /Go on with these/ })[1] as HTMLElement);
  await user.keyboard("1");
  expect(chosen).toEqual([[2], [1]]);
});
