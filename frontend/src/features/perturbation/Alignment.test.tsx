import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Link } from "@/shared/tokens/links";
import { Alignment } from "./Alignment";

const side = (text: string, mask: number) => ({
  tokens: text.split(" ").map((word, index) => ({ index, text: word, before: index === 0 ? "" : " " })),
  tail: "",
  mask: { start: mask, end: mask + 1 },
  golden_answer: "broke",
  rationale: [],
});

function Editor() {
  const [links, setLinks] = useState<Link[]>([[0, 0], [3, 3]]); // biome-ignore format: a pair of pairs
  return (
    <MantineProvider>
      <Alignment
        original={side("The cup fell broke", 3)}
        perturbed={side("The mug dropped broke", 3)}
        language="en"
        links={links}
        onChange={setLinks}
      />
      <output>{JSON.stringify(links)}</output>
    </MantineProvider>
  );
}

const links = () => screen.getByRole("status", { hidden: true }).textContent;
const word = (name: RegExp) => screen.getByRole("button", { name });

it("links two words that are picked, in either order, and parts them when picked again", async () => {
  const user = userEvent.setup();
  render(<Editor />);
  await user.click(word(/^“cup”/));
  await user.click(word(/^“mug”/));
  expect(links()).toBe("[[0,0],[1,1],[3,3]]");
  await user.click(word(/^“mug”/));
  await user.click(word(/^“cup”/));
  expect(links()).toBe("[[0,0],[3,3]]");
});

it("links a word once only: the new link replaces those of both words", async () => {
  const user = userEvent.setup();
  render(<Editor />);
  await user.click(screen.getAllByRole("button", { name: /^“The”/ })[0] as HTMLElement);
  await user.click(word(/^“mug”/));
  expect(links()).toBe("[[0,1],[3,3]]");
});

it("does the same by keys alone", async () => {
  const user = userEvent.setup();
  render(<Editor />);
  await user.tab();
  await user.tab();
  await user.keyboard("{ArrowRight}{ArrowRight} {ArrowDown}{Enter}");
  expect(links()).toBe("[[0,0],[2,2],[3,3]]");
  expect(word(/^“dropped”/)).toHaveFocus();
  expect(word(/^“dropped”/)).toHaveAccessibleName("“dropped”: linked with “fell”");
});

it("forgets a picked word on Escape, and offers the mask on neither side", async () => {
  const user = userEvent.setup();
  render(<Editor />);
  await user.click(word(/^“cup”/));
  await user.keyboard("{Escape}");
  await user.click(word(/^“mug”/));
  expect(links()).toBe("[[0,0],[3,3]]");
  expect(screen.queryByRole("button", { name: /broke/ })).toBeNull();
});
