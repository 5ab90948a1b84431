import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HistoryEntry } from "@/api/items";
import { HistoryLine } from "./HistoryLine";

const PERTURBED = {
  event: "perturbed",
  actor: "anno1",
  before: "",
  after: "",
  reason: "",
  at: "2026-01-02T03:04:05Z",
  settings_version: 1,
  detail: {},
} as unknown as HistoryEntry;

const show = (detail: Record<string, unknown>) =>
  render(
    <MantineProvider>
      <HistoryLine entries={[{ ...PERTURBED, detail }]} />
    </MantineProvider>,
  );

test("a wording that took up suggestions says so, and names each source once", () => {
  const related = { kind: "related", source: "WordNet 3.0", replaced: "stone" };
  show({
    machine_made: [related, { ...related, replaced: "cup" }, { kind: "model", source: "mini-mlm-en" }],
  });
  expect(
    screen.getByText("Machine-made suggestions used, from WordNet 3.0 and mini-mlm-en"),
  ).toBeInTheDocument();
});

test("a wording without suggestions says nothing of machines", () => {
  show({ type: "important" });
  expect(screen.queryByText(/machine/i)).toBeNull();
});
