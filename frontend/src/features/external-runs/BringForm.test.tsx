import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { BringForm } from "./BringForm";

// The list of choices scrolls to the chosen one, which this DOM can't.
Element.prototype.scrollIntoView = () => undefined;

function open(refused: (field: string) => string | null = () => null) {
  const onBring = vi.fn();
  render(
    <MantineProvider>
      <BringForm busy={false} refused={refused} onBring={onBring} />
    </MantineProvider>,
  );
  return onBring;
}

const bringIn = () => userEvent.click(screen.getByRole("button", { name: "Bring in" }));

async function choose(form: string) {
  await userEvent.click(screen.getByRole("combobox", { name: "Form of the file" }));
  await userEvent.click(screen.getByRole("option", { name: form, hidden: true }));
}

it("says what is missing and sends nothing", async () => {
  const onBring = open();
  await choose("ERASER results");
  await userEvent.type(screen.getByLabelText("Settings of the method"), "samples");
  await bringIn();
  for (const sentence of [
    "Choose a file first.",
    "Name the model.",
    "Name the method.",
    "Write a JSON object, or nothing.",
  ])
    expect(screen.getByText(sentence)).toBeVisible();
  expect(onBring).not.toHaveBeenCalled();
});

it("sends the file with what was said of it", async () => {
  const onBring = open();
  const file = new File(["{}"], "scores.jsonl");
  await userEvent.upload(screen.getByLabelText(/Drop a file here/), file);
  await userEvent.type(screen.getByLabelText("Model"), " their-bert ");
  await userEvent.type(screen.getByLabelText("Saliency method"), "lime");
  await userEvent.type(screen.getByLabelText("Settings of the method"), '{{"samples": 100}');
  await bringIn();
  expect(onBring).toHaveBeenCalledWith({
    file,
    form: "auto",
    model: "their-bert",
    revision: "",
    method: "lime",
    methodSettings: '{"samples": 100}',
    note: "",
    mode: "keep_good",
  });
});

it("asks nothing of a file that names its models itself, and shows what the server refused", async () => {
  open((field) => (field === "file" ? "Brought in before." : null));
  expect(screen.getByText("Brought in before.")).toBeVisible();
  await choose("Whybench scores");
  expect(screen.queryByLabelText("Model")).toBeNull();
});
