import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { useWordSteps } from "@/shared/ui/useWordSteps";
import { type TokenComments, TokenTrials } from "./TokenTrials";

const tokens = ["The", "cup", "fell", "hard"].map((text, index) => ({
  index,
  text,
  before: index ? " " : "",
}));
const marks = [1, 3];

function Trials() {
  const stepping = useWordSteps(marks);
  const [comments, setComments] = useState<TokenComments>({});
  return (
    <MantineProvider>
      <TokenTrials
        tokens={tokens}
        marks={marks}
        stepping={stepping}
        comments={comments}
        onComment={(index, comment) => setComments({ ...comments, [index]: comment })}
        language="en"
      />
      <output>{String(stepping.hidden)}</output>
    </MantineProvider>
  );
}

it("hides the word one chooses and takes a remark on it", async () => {
  const user = userEvent.setup();
  render(<Trials />);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Hide “hard”" }));
  expect(screen.getByText("3", { selector: "output" })).toBeInTheDocument();
  await user.type(screen.getByRole("textbox", { name: /hard/ }), "not needed");
  await user.click(screen.getByRole("button", { name: "Hide “cup”" }));
  expect(screen.getByRole("textbox", { name: /cup/ })).toHaveValue("");
  expect(screen.getByRole("listitem")).toHaveTextContent("“hard”: not needed");
  await user.click(screen.getByRole("button", { name: "Hide “cup”" }));
  expect(screen.queryByRole("textbox")).toBeNull();
});
