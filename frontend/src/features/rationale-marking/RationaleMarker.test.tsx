import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { useKeys } from "@/shared/ui/useKeys";
import { RationaleMarker } from "./RationaleMarker";
import { useMarks } from "./useMarks";

const WORDS = "The cup fell on the stone floor , so it broke .".split(" ");
const tokens = WORDS.map((text, index) => ({ index, text, before: index === 0 ? "" : " " }));
const mask = { start: 10, end: 11 };

/** The marker with the page's keys around it, and a comment box beside it. */
function Marking({ onSubmit = () => undefined }: { onSubmit?: () => void }) {
  const drawing = useMarks([], mask);
  useKeys({ Enter: onSubmit, "ctrl+z": drawing.undo, "ctrl+shift+z": drawing.redo });
  return (
    <MantineProvider>
      <RationaleMarker
        tokens={tokens}
        tail=""
        language="en"
        mask={mask}
        answer="broke"
        marks={drawing.marks}
        onStroke={drawing.stroke}
      />
      <textarea aria-label="Comment" />
      <output>{drawing.marks.join(" ")}</output>
    </MantineProvider>
  );
}

const marks = () => screen.getByRole("status").textContent;
const token = (index: number) => document.querySelector(`[data-token="${index}"]`) as HTMLElement;

function drag(from: number, ...over: number[]) {
  fireEvent.pointerDown(token(from), { pointerId: 1, button: 0 });
  for (const index of over) fireEvent.pointerMove(token(index), { pointerId: 1 });
  fireEvent.pointerUp(token(over.at(-1) ?? from), { pointerId: 1 });
}

describe("with the mouse", () => {
  it("gives the sets of BC-07", async () => {
    const user = userEvent.setup();
    render(<Marking />);
    drag(1, 2, 3);
    drag(3, 4, 5);
    drag(2);
    expect(marks()).toBe("1 3 4 5");
    drag(6);
    expect(marks()).toBe("1 3 4 5 6");
    await user.keyboard("{Control>}zz{/Control}");
    expect(marks()).toBe("1 2 3 4 5");
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(marks()).toBe("1 3 4 5");
    drag(6, 5);
    expect(marks()).toBe("1 3 4 5 6");
    drag(0, 3, 7, 11);
    expect(marks()).toBe("0 1 2 3 4 5 6 7 8 9 11");
    await user.keyboard("{Control>}z{/Control}");
    expect(marks()).toBe("1 3 4 5 6");
  });

  it("shows a stroke before it counts", () => {
    render(<Marking />);
    fireEvent.pointerDown(token(1), { pointerId: 1, button: 0 });
    fireEvent.pointerMove(token(3), { pointerId: 1 });
    expect([1, 2, 3, 4].map((index) => token(index).dataset.look)).toEqual([
      "paint",
      "paint",
      "paint",
      undefined,
    ]);
    expect(marks()).toBe("");
    fireEvent.pointerUp(token(3), { pointerId: 1 });
    expect(token(2)).toHaveAttribute("aria-pressed", "true");
  });

  it("counts nothing of a stroke that became scrolling", () => {
    render(<Marking />);
    fireEvent.pointerDown(token(1), { pointerId: 1, button: 0 });
    fireEvent.pointerMove(token(3), { pointerId: 1 });
    fireEvent.pointerCancel(token(3), { pointerId: 1 });
    expect(marks()).toBe("");
  });

  it("begins no stroke on the mask", () => {
    render(<Marking />);
    const chip = screen.getByText("[MASK]");
    fireEvent.pointerDown(chip, { pointerId: 1, button: 0 });
    fireEvent.pointerUp(chip, { pointerId: 1 });
    expect(marks()).toBe("");
    expect(token(10)).toBeNull();
  });
});

describe("with the keyboard", () => {
  it("gives the sets of BC-07", async () => {
    const user = userEvent.setup();
    render(<Marking />);
    await user.tab();
    expect(token(0)).toHaveFocus();
    await user.keyboard("{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
    await user.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
    expect(marks()).toBe("1 2 3 4 5");
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft} ");
    expect(marks()).toBe("1 3 4 5");
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight} ");
    expect(marks()).toBe("1 3 4 5 6");
    await user.keyboard("{Control>}zz{/Control}");
    expect(marks()).toBe("1 2 3 4 5");
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(marks()).toBe("1 3 4 5");
  });

  it("steps over the mask, and a stretch across it leaves it out", async () => {
    const user = userEvent.setup();
    render(<Marking />);
    await user.tab();
    await user.keyboard("{End}{Shift>}{ArrowLeft}{/Shift}");
    expect(token(9)).toHaveFocus();
    expect(marks()).toBe("9 11");
  });

  it("takes a stretch back with Escape", async () => {
    const user = userEvent.setup();
    render(<Marking />);
    await user.tab();
    await user.keyboard("{Shift>}{ArrowRight}{Escape}{/Shift}");
    expect(marks()).toBe("");
  });

  it("submits with Enter and marks nothing by it", async () => {
    const user = userEvent.setup();
    let submitted = 0;
    render(<Marking onSubmit={() => (submitted += 1)} />);
    await user.tab();
    await user.keyboard("{Enter}");
    expect(submitted).toBe(1);
    expect(marks()).toBe("");
  });

  it("obeys a click of assistive technology, which has no pointer", () => {
    render(<Marking />);
    fireEvent.click(token(4), { detail: 0 });
    expect(marks()).toBe("4");
  });
});

describe("BC-23: typing is not a command", () => {
  it("leaves keys to the comment box, and takes them again after Escape", async () => {
    const user = userEvent.setup();
    let submitted = 0;
    render(<Marking onSubmit={() => (submitted += 1)} />);
    drag(1, 2, 3);
    const comment = screen.getByRole("textbox", { name: "Comment" });
    await user.click(comment);
    await user.keyboard("123{ArrowLeft}{Backspace}{Enter}{Control>}z{/Control}");
    expect(comment).toHaveFocus();
    expect(submitted).toBe(0);
    expect(marks()).toBe("1 2 3");
    await user.keyboard("{Escape}");
    expect(comment).not.toHaveFocus();
    await user.keyboard("{Enter}{Control>}z{/Control}");
    expect(submitted).toBe(1);
    expect(marks()).toBe("");
  });

  it("takes no key of an input method for a command", () => {
    let submitted = 0;
    render(<Marking onSubmit={() => (submitted += 1)} />);
    fireEvent.keyDown(document.body, { key: "Enter", isComposing: true });
    fireEvent.keyDown(document.body, { key: "Enter", keyCode: 229 });
    expect(submitted).toBe(0);
    fireEvent.keyDown(document.body, { key: "Enter" });
    expect(submitted).toBe(1);
  });
});
