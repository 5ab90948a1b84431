import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ImportFormats, ImportReport } from "@/api/imports";
import { ChoicesForm } from "./ChoicesForm";

const FORMATS: ImportFormats = {
  formats: ["csv", "jsonl"].map((name) => ({
    name,
    title: name,
    group: "general" as const,
    dimension: null,
    language: null,
    files: [],
    folder: false,
  })),
  columns: ["text", "id", "answer", "language", "dimension"],
  largest: 1000,
};

const REPORT: ImportReport = {
  id: 1,
  state: "uploaded",
  file: "t.csv",
  size: 10,
  format: "csv",
  corpus: "",
  licence: "",
  dimension: "",
  language: "",
  encoding: "",
  mode: "keep_good",
  seed: 0,
  columns: {},
  wanted: {},
  read: 0,
  stored: 0,
  left_out: {},
  near_duplicates: 0,
  phenomena: {},
  progress: { bytes: 0, total: 0, encoding: "" },
  stopping: false,
  error: null,
  person: null,
  created_at: "2026-01-01T00:00:00Z",
  started_at: null,
  finished_at: null,
  sniffed: {
    formats: ["csv"],
    encoding: { name: "gb18030", confidence: 0.8, certain: false, sample: "雨" },
    columns: ["sentence", "id"],
    archive: false,
    files: [],
    number: 0,
    problems: [],
  },
  sample: [],
  problems: [],
};

// The browser that tests run in has no layout, so nothing can be scrolled there.
Element.prototype.scrollIntoView = () => {};

function open() {
  const [onCheck, onRun, onDiscard] = [vi.fn(), vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <ChoicesForm
        report={REPORT}
        formats={FORMATS}
        dimensions={["grammar"]}
        languages={["en"]}
        busy={false}
        onCheck={onCheck}
        onRun={onRun}
        onDiscard={onDiscard}
      />
    </MantineProvider>,
  );
  return { onCheck, onRun };
}

it("says what is missing before anything is stored, the encoding among it", async () => {
  const { onRun } = open();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  for (const words of ["Name the corpus.", "Confirm the encoding.", "Choose the column with the text."]) {
    expect(screen.getByText(words)).toBeVisible();
  }
  expect(onRun).not.toHaveBeenCalled();
});

it("maps columns, confirms the encoding and sends what was said", async () => {
  const { onRun } = open();
  await userEvent.click(screen.getByRole("combobox", { name: "Encoding" }));
  await userEvent.click(await screen.findByRole("option", { name: "gb18030" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Text" }));
  await userEvent.click(await screen.findByRole("option", { name: "sentence" }));
  await userEvent.type(screen.getByLabelText("Corpus name"), " own ");
  await userEvent.type(screen.getByLabelText("Licence"), "MIT");
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(onRun).toHaveBeenCalledWith({
    format: "csv",
    corpus: "own",
    licence: "MIT",
    dimension: "",
    language: "",
    encoding: "gb18030",
    columns: { text: "sentence" },
    mode: "keep_good",
    seed: 0,
  });
});
