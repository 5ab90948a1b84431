import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PairText } from "./PairText";

const side = (text: string, mask: number, rationale: number[] = []) => ({
  tokens: text.split(" ").map((word, index) => ({ index, text: word, before: index === 0 ? "" : " " })),
  tail: "",
  mask: { start: mask, end: mask + 1 },
  golden_answer: "broke",
  rationale,
});

function pair() {
  render(
    <MantineProvider>
      <PairText
        original={side("The old cup fell and broke", 5, [2])}
        perturbed={side("The mug fell today and broke", 5)}
        language="en"
        links={[
          [0, 0],
          [2, 1],
          [3, 2],
          [4, 4],
          [5, 5],
        ]}
      />
    </MantineProvider>,
  );
}

it("draws what became of each word, and names only what occurs", () => {
  pair();
  expect(screen.getByText("old")).toHaveAttribute("data-look", "removed");
  expect(screen.getByText("cup")).toHaveAttribute("data-look", "changed");
  expect(screen.getByText("mug")).toHaveAttribute("data-look", "changed");
  expect(screen.getByText("today")).toHaveAttribute("data-look", "added");
  expect(screen.getByRole("list").textContent).toBe("changedaddedremovedin the rationale");
});

it("shows the partner of the word one points at", () => {
  pair();
  fireEvent.pointerEnter(screen.getByText("mug"));
  expect(screen.getByText("cup")).toHaveAttribute("data-partner");
  expect(screen.getByText("old")).not.toHaveAttribute("data-partner");
});
