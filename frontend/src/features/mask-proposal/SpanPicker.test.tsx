import { MantineProvider } from "@mantine/core";
import { fireEvent, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Span } from "@/shared/tokens/cells";
import { SpanPicker } from "./SpanPicker";

const tokens = ["德国", "位于", "比利时", "的", "正东方", "。"].map((text, index) => ({
  index,
  text,
  before: "",
}));
const token = (index: number) => document.querySelector(`[data-token="${index}"]`) as HTMLElement;

function picker() {
  const picked: Span[] = [];
  render(
    <MantineProvider>
      <SpanPicker tokens={tokens} tail="" language="zh" span={null} onPick={(span) => picked.push(span)} />
    </MantineProvider>,
  );
  return picked;
}

it("picks whole tokens by drag, backwards too, as a half-open range", () => {
  const picked = picker();
  fireEvent.pointerDown(token(3), { pointerId: 1, button: 0 });
  fireEvent.pointerMove(token(1), { pointerId: 1 });
  fireEvent.pointerUp(token(1), { pointerId: 1 });
  expect(picked).toEqual([{ start: 1, end: 4 }]);
});

it("picks one token with Space and a stretch with Shift and the arrows", async () => {
  const picked = picker();
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard(" {ArrowRight}{Shift>}{ArrowRight}{/Shift}");
  expect(picked).toEqual([
    { start: 0, end: 1 },
    { start: 1, end: 3 },
  ]);
});

it("shows Chinese without added spaces and says which language it is", () => {
  picker();
  const text = document.querySelector('[role="group"]') as HTMLElement;
  expect(text).toHaveTextContent(/^德国位于比利时的正东方。$/);
  expect(text).toHaveAttribute("lang", "zh-Hans");
});
