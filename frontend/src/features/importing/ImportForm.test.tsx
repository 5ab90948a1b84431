import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ImportForm } from "./ImportForm";

function open(onImport = vi.fn()) {
  render(
    <MantineProvider>
      <ImportForm dimensions={["grammar"]} languages={["en"]} busy={false} onImport={onImport} />
    </MantineProvider>,
  );
  return onImport;
}

it("says what is missing and sends nothing", async () => {
  const onImport = open();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(screen.getByText("Choose a file first.")).toBeVisible();
  expect(screen.getByText("Name the corpus.")).toBeVisible();
  expect(onImport).not.toHaveBeenCalled();
});

it("sends the file with what was said about it; each record keeps its own dimension unless one is chosen", async () => {
  const onImport = open();
  const file = new File(["{}"], "items.jsonl");
  await userEvent.click(screen.getByRole("radio", { name: /JSON lines/ }));
  await userEvent.upload(screen.getByLabelText(/Drop a file here/), file);
  await userEvent.type(screen.getByLabelText("Corpus name"), " own ");
  await userEvent.type(screen.getByLabelText("Licence"), "MIT");
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(onImport).toHaveBeenCalledWith({
    file,
    format: "jsonl",
    corpus: "own",
    dimension: "",
    language: "",
    licence: "MIT",
    mode: "keep_good",
  });
});
