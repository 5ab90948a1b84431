import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { LanguageModel } from "@/api/models";
import "@/shared/i18n";
import { AddModel } from "./AddModel";
import { ModelList } from "./ModelList";

const model = (rest: Partial<LanguageModel> = {}): LanguageModel => ({
  name: "mini",
  source: "fixtures/models/mini",
  revision: "sha256:0123456789abcdef",
  languages: ["en"],
  licence: "MIT",
  parameters: 12_700_000,
  kind: "masked",
  enabled: true,
  check_up: { state: "never", asked_at: null, at: null, code: "", message: "", facts: null },
  ...rest,
});

const passed: LanguageModel["check_up"] = {
  state: "ok",
  asked_at: "2026-01-01T10:00:00Z",
  at: "2026-01-01T10:00:05Z",
  code: "",
  message: "",
  facts: {
    kind: "masked",
    parameters: 12_700_000,
    device: "cpu",
    load_seconds: 0.5,
    score_seconds: 0.25,
    weights_bytes: 51_000_000,
    peak_bytes: 600_000_000,
    sentence: "Paris is the capital of [MASK].",
    candidates: [{ answer: "France", pieces: [3], probability: 0.75 }],
  },
};

function show(models: LanguageModel[], mayChange = true) {
  const [onCheck, onSwitch] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider>
      <ModelList models={models} mayChange={mayChange} busy={null} onCheck={onCheck} onSwitch={onSwitch} />
    </MantineProvider>,
  );
  return { onCheck, onSwitch };
}

it("says what a check-up found, with what the model answered", () => {
  show([model({ check_up: passed })]);
  expect(screen.getByText(/Loaded in 0\.50 s, answered in 0\.25 s on cpu\./)).toHaveTextContent("51 MB");
  expect(screen.getByRole("list", { name: "Answers in the known sentence" })).toHaveTextContent(
    "France75.0%",
  );
  expect(screen.getByText(/Masked language model · English · 12.7M parameters · MIT/)).toBeInTheDocument();
});

it("says why a model can't be used, and offers to take changed weights", async () => {
  const user = userEvent.setup();
  const failed = {
    ...passed,
    state: "failed" as const,
    code: "model_changed",
    message: "It is another one.",
  };
  const { onCheck } = show([model({ check_up: failed, enabled: false })]);
  expect(screen.getByText("It is another one.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Take the weights as they are now" }));
  expect(onCheck).toHaveBeenLastCalledWith("mini", true);
  await user.click(screen.getByRole("button", { name: "Check mini" }));
  expect(onCheck).toHaveBeenLastCalledWith("mini", false);
});

it("switches on only what a check-up has pinned, and offers nothing to who may not change it", async () => {
  const user = userEvent.setup();
  const { onSwitch } = show([model(), model({ name: "fresh", enabled: false, revision: "" })]);
  expect(screen.getByRole("button", { name: "Switch on" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Switch off" }));
  expect(onSwitch).toHaveBeenCalledWith("mini", false);
});

it("shows the registry without buttons to other people", () => {
  show([model()], false);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("adds a model with its languages", async () => {
  const user = userEvent.setup();
  const onAdd = vi.fn().mockResolvedValue(null);
  render(
    <MantineProvider>
      <AddModel busy={false} error={null} onAdd={onAdd} />
    </MantineProvider>,
  );
  await user.type(screen.getByRole("textbox", { name: "Name" }), "bert");
  await user.type(screen.getByRole("textbox", { name: "Source" }), "models/bert");
  await user.click(screen.getByRole("button", { name: "Add and check" }));
  expect(screen.getByText("Name at least one language.")).toBeInTheDocument();
  await user.type(screen.getByRole("combobox", { name: "Languages" }), "en{Enter}zh{Enter}");
  await user.click(screen.getByRole("button", { name: "Add and check" }));
  expect(onAdd).toHaveBeenCalledWith({
    name: "bert",
    source: "models/bert",
    revision: "",
    licence: "",
    languages: ["en", "zh"],
  });
});
