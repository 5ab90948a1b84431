import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Prediction } from "@/api/runs";
import { Guesses } from "./Guesses";

const told = (changes: Partial<Prediction>): Prediction => ({
  candidates: ["Rome", "Paris"].map((answer) => ({ answer, pieces: [], probability: null })),
  answer_pieces: [],
  answer_probability: null,
  answer_rank: 2,
  top1: false,
  top3: true,
  unknown_answer: false,
  ...changes,
});

const show = (prediction: Prediction) =>
  render(
    <MantineProvider>
      <Guesses prediction={prediction} goldenAnswer="Paris" language="en" full={1} />
    </MantineProvider>,
  );

it("flags the golden answer by its rank where there are no pieces", () => {
  show(told({}));
  const [first, second] = screen.getAllByRole("listitem");
  expect(second).toHaveTextContent("golden answer");
  expect(first).not.toHaveTextContent("golden answer");
  expect(first).toHaveTextContent("–");
});

it("says no probability of a golden answer that was not told", () => {
  show(told({ answer_rank: null }));
  expect(screen.getByText("The golden answer “Paris” is not among them.")).toBeVisible();
});
