import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { TokenField } from "./TokenField";
import { useHeldKey, useKeys } from "./useKeys";
import { useWordSteps } from "./useWordSteps";
import { WordSteps } from "./WordSteps";

const tokens = ["The", "cup", "fell", "hard"].map((text, index) => ({
  index,
  text,
  before: index ? " " : "",
}));
const marks = [1, 3];

function Helpers() {
  const stepping = useWordSteps(marks);
  const onlyMarked = useHeldKey("h");
  useKeys(stepping.keys);
  return (
    <MantineProvider>
      <TokenField
        tokens={tokens}
        tail=""
        language="en"
        mask={null}
        label="text"
        isMarked={(index) => marks.includes(index)}
        preview={() => "paint"}
        onStroke={() => undefined}
        onlyMarked={onlyMarked}
        withheld={stepping.hidden}
      />
      <WordSteps tokens={tokens} marks={marks} stepping={stepping} />
      <input aria-label="Comment" />
    </MantineProvider>
  );
}

const looks = () =>
  [...document.querySelectorAll<HTMLElement>("[data-token]")].map(({ dataset }) => dataset.look ?? "");

it("shows only the marked words as long as h is held", async () => {
  const user = userEvent.setup();
  render(<Helpers />);
  await user.keyboard("{h>}");
  expect(looks()).toEqual(["blank", "marked", "blank", "marked"]);
  await user.keyboard("{/h}");
  expect(looks()).toEqual(["", "marked", "", "marked"]);
});

it("lets go of h with the window, and leaves it to whoever types", async () => {
  const user = userEvent.setup();
  render(<Helpers />);
  await user.keyboard("{h>}");
  fireEvent.blur(window);
  expect(looks()).not.toContain("blank");
  await user.keyboard("{/h}");
  await user.click(screen.getByRole("textbox"));
  await user.keyboard("{h>}");
  expect(looks()).not.toContain("blank");
});

it("hides the marked words one after the other, then shows all again", async () => {
  const user = userEvent.setup();
  render(<Helpers />);
  await user.keyboard("n");
  expect(looks()).toEqual(["blank", "withheld", "blank", "marked"]);
  expect(screen.getByText("Without “cup”: 1 of 2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Hide the next one" }));
  expect(looks()).toEqual(["blank", "marked", "blank", "withheld"]);
  await user.keyboard("p");
  expect(looks()[1]).toBe("withheld");
  await user.keyboard("{Escape}");
  expect(looks()).toEqual(["", "marked", "", "marked"]);
});
