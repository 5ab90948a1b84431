import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { GuessForm } from "./GuessForm";
import { GuessOutcome } from "./GuessOutcome";
import { useGuessing } from "./useGuessing";

function Guessing({ most }: { most: number }) {
  const guessing = useGuessing(most, undefined);
  return (
    <MantineProvider>
      {guessing.revealed ? (
        <GuessOutcome guessing={guessing} answer="broke" language="en" />
      ) : (
        <GuessForm guessing={guessing} reveal="Show the answer" language="en" />
      )}
    </MantineProvider>
  );
}

const box = () => screen.getByRole("textbox");
const guesses = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

it("takes three guesses by Enter, then shows how each stands to the answer", async () => {
  const user = userEvent.setup();
  render(<Guessing most={3} />);
  expect(box()).toHaveFocus();
  await user.keyboard("fell{Enter}Broke.{Enter}");
  expect(guesses()).toEqual(["fell", "Broke."]);
  expect(screen.queryByText(/answer/, { selector: "li" })).toBeNull();
  await user.keyboard("broke{Enter}");
  expect(guesses()).toEqual([
    "fell is not the answer",
    "Broke. is the answer, written otherwise",
    "broke is exactly the answer",
  ]);
});

it("shows the answer after fewer guesses to whoever has no more", async () => {
  const user = userEvent.setup();
  render(<Guessing most={3} />);
  await user.keyboard("fell{Enter}{Enter}");
  expect(guesses()).toEqual(["fell is not the answer"]);
});

it("counts what is typed but not yet given", async () => {
  const user = userEvent.setup();
  render(<Guessing most={3} />);
  await user.keyboard("broke");
  await user.click(screen.getByRole("button", { name: "Show the answer" }));
  expect(guesses()).toEqual(["broke is exactly the answer"]);
});

it("shows the answer without a guess only to whoever says so", async () => {
  const user = userEvent.setup();
  render(<Guessing most={1} />);
  await user.keyboard("{Enter}   {Enter}");
  expect(screen.getByRole("button", { name: "Show the answer" })).toBeDisabled();
  await user.clear(box());
  await user.click(screen.getByRole("button", { name: /No idea/ }));
  expect(screen.getByText("You had no idea.")).toBeVisible();
});
