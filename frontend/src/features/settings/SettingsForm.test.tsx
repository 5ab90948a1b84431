import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import type { Settings } from "@/api/types";
import { SettingsForm } from "./SettingsForm";
import { VersionList } from "./VersionList";

const present: Settings = {
  created_at: "2026-11-30T12:00:00Z",
  version: 4,
  languages: ["en", "zh"],
  dimensions: ["grammar"],
  mask_raters: 3,
  mask_gate: 2,
  mask_proposals: 3,
  scorers: 3,
  sufficiency_gate: "3.000",
  compactness_gate: "3.600",
  rounds: 3,
  creators: 2,
  reviewers: 2,
  siblings_may_review: false,
  perturbations_per_original: 1,
  perturbations_per_type: 100,
  perturb_after: "rationale",
  suggest_projected_rationale: true,
  lease_minutes: 30,
  chinese_tokens: "words",
  release_gates: "warn",
  consent: "",
  methods: ["attention"],
  guidelines: { en: { propose_mask: "Choose the words to hide." } },
};

function open(error: unknown = null) {
  const [onSave, onDirty] = [vi.fn().mockResolvedValue(undefined), vi.fn()];
  render(
    <MantineProvider env="test">
      <SettingsForm present={present} busy={false} error={error} onDirty={onDirty} onSave={onSave} />
    </MantineProvider>,
  );
  return { onSave, onDirty };
}

/** By its words: to ask a page of this size for roles takes seconds. */
const save = () => screen.getByText("Save as version 5").closest("button");

it("saves nothing until something changes, then shows what does and sends only that", async () => {
  const { onSave, onDirty } = open();
  expect(screen.queryByText("Save as version 5")).toBeNull();
  const gate = screen.getByLabelText("Compactness gate");
  expect(gate).toHaveValue("3.6");
  fireEvent.change(gate, { target: { value: "" } });
  expect(save()).toBeDisabled();
  expect(gate).toHaveAccessibleDescription(/Give a number\./);
  fireEvent.change(gate, { target: { value: "3.5" } });
  expect(gate).toHaveAccessibleDescription(/Was: 3\.6/);
  fireEvent.click(screen.getByLabelText("Creators may review each other"));
  expect(onDirty).toHaveBeenLastCalledWith(true);
  fireEvent.click(save() as HTMLElement);
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Compactness gate3.6 → 3.5");
  expect(dialog).toHaveTextContent("Creators may review each otherno → yes");
  expect(dialog).toHaveTextContent("Only items imported from now on use them.");
  fireEvent.click(within(dialog).getByText("Save as version 5"));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ compactness_gate: "3.5", siblings_may_review: true });
});

it("puts the server's refusal at its field", () => {
  open(
    new Problem(422, "validation_error", "These settings would not work: see the fields.", {
      languages: ["Not a language tag (BCP 47): klingon."],
    }),
  );
  expect(screen.getByText("Not a language tag (BCP 47): klingon.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("edits one text of the guidelines and shows how people read it", async () => {
  const { onSave } = open();
  const text = screen.getByLabelText("Text");
  expect(text).toHaveValue("Choose the words to hide.");
  fireEvent.click(screen.getByLabelText("Chinese"));
  expect(screen.getByText(/its readers get the one in English/)).toBeVisible();
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "选出要遮盖的词。" } });
  expect(screen.getByText("选出要遮盖的词。", { selector: "div" })).toHaveAttribute("lang", "zh-Hans");
  fireEvent.click(save() as HTMLElement);
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Guidelines1 text changed");
  fireEvent.click(within(dialog).getByText("Save as version 5"));
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    guidelines: {
      en: { propose_mask: "Choose the words to hide." },
      zh: { propose_mask: "选出要遮盖的词。" },
    },
  });
});

it("tells what each version changed", () => {
  const older = { ...present, version: 3, rounds: 2, languages: ["en"] };
  render(
    <MantineProvider>
      <VersionList versions={[present, older]} />
    </MantineProvider>,
  );
  const [newest, first] = screen.getAllByRole("listitem");
  expect(newest).toHaveTextContent(/Version 4.*LanguagesEnglish → English and Chinese.*Rounds2 → 3/);
  expect(first).toHaveTextContent("The first version.");
});
