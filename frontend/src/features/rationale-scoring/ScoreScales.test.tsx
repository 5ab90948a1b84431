import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ScoreScales, type Scores } from "./ScoreScales";

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: index + 1, label: `step ${index + 1}` }));
const scales = { sufficiency: steps(3), compactness: steps(4) };

function show(active: keyof Scores | null) {
  const chosen: [keyof Scores, number][] = [];
  render(
    <MantineProvider>
      <ScoreScales
        scales={scales}
        scores={{ sufficiency: null, compactness: null }}
        active={active}
        onChoose={(scale, value) => chosen.push([scale, value])}
      />
    </MantineProvider>,
  );
  return chosen;
}

const scale = (name: RegExp) => within(screen.getByRole("group", { name }));

it("always says which end is best: the highest step of both", () => {
  show(null);
  expect(scale(/Sufficiency/).getByRole("radio", { name: /best/ })).toHaveAttribute("value", "3");
  expect(scale(/Compactness/).getByRole("radio", { name: /best/ })).toHaveAttribute("value", "4");
});

it("takes a click", async () => {
  const chosen = show("sufficiency");
  await userEvent.click(scale(/Compactness/).getByRole("radio", { name: /step 2/ }));
  expect(chosen).toEqual([["compactness", 2]]);
});

it("takes nothing before the text is revealed", async () => {
  const chosen = show(null);
  await userEvent.click(scale(/Sufficiency/).getByRole("radio", { name: /step 1/ }));
  expect(chosen).toEqual([]);
});
