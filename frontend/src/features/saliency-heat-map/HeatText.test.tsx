import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { TaskItem } from "@/api/types";
import { HeatText } from "./HeatText";
import { heatOf } from "./heat";

const item: TaskItem = {
  id: 1,
  external_id: "one",
  language: "en",
  dimension: "semantics",
  role: "original",
  state: "accepted",
  round: 1,
  text: "Milk turned sour today.",
  tokens: ["Milk", "turned", "sour", "today"].map((text, index) => ({
    index,
    text,
    before: index ? " " : "",
  })),
  tail: ".",
  mask: { start: 2, end: 3 },
  golden_answer: "sour",
};

it("is one stop of the Tab key; arrows walk over the mask and say each word's score", async () => {
  const user = userEvent.setup();
  const onActivate = vi.fn();
  render(
    <MantineProvider>
      <HeatText
        label="Model"
        item={item}
        heat={heatOf([0.4, -0.2, 9, 0.1], item.mask)}
        marked={new Set([0])}
        active={null}
        facing={new Set()}
        describe={(index) => `word ${index}`}
        onActivate={onActivate}
      />
    </MantineProvider>,
  );
  await user.tab();
  expect(screen.getByRole("button", { name: "word 0" })).toHaveFocus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("button", { name: "word 3" })).toHaveFocus();
  expect(onActivate).toHaveBeenLastCalledWith(3);
  await user.keyboard("{Home}");
  expect(screen.getByRole("button", { name: "word 0" })).toHaveFocus();
  await user.tab();
  expect(document.body).toHaveFocus();
});

it("tells words that speak against the answer apart by more than a hue", () => {
  render(
    <MantineProvider>
      <HeatText
        label="Model"
        item={item}
        heat={heatOf([0.4, -0.2, 9, 0.1], item.mask)}
        marked={new Set()}
        active={null}
        facing={new Set([1])}
        describe={(index) => `word ${index}`}
        onActivate={() => {}}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole("button", { name: "word 1" })).toHaveAttribute("data-side", "against");
  expect(screen.getByRole("button", { name: "word 1" })).toHaveAttribute("data-facing");
  expect(screen.getByRole("group", { name: "Model" })).toHaveTextContent("Milk turned [MASK]sour today.");
});
