import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Column, ColumnHalf, ItemScores } from "@/api/runs";
import "@/shared/i18n";
import { byModel, ItemScoresView } from "./ItemScoresView";

const half = (scores: number[] | null, points: number | null = null): ColumnHalf => ({
  state: scores ? "done" : "failed",
  error: scores ? null : { code: "too_many_pieces", message: "The item has 900 pieces." },
  prediction: scores && {
    candidates: [{ answer: "sour", pieces: [5], probability: 0.75 }],
    answer_pieces: [5],
    answer_probability: 0.75,
    answer_rank: 1,
    top1: true,
    top3: true,
    unknown_answer: false,
  },
  saliency: scores && {
    scores,
    mask_and_special_mass: 0.25,
    completeness_gap: points === null ? null : 0.001,
    relative_gap: points === null ? null : 0.01,
    target: [5],
    points,
    scale: "scores",
  },
  extracted: scores ? [0] : [],
});

type Scale = NonNullable<ColumnHalf["saliency"]>["scale"];

const column = (run: number, model: string, method: string, rest: Partial<Column> = {}): Column => ({
  run,
  model,
  revision: "abc",
  method,
  dtype: "float32",
  original: half([0.4, -0.2, 9, 0.1]),
  perturbed: half([0.3, 9, 0.5], 33),
  ...rest,
});

const item = (id: number, words: string[], mask: number) => ({
  id,
  external_id: `item ${id}`,
  language: "en",
  dimension: "semantics",
  role: id === 1 ? ("original" as const) : ("perturbed" as const),
  state: "accepted" as const,
  round: 1,
  text: words.join(" "),
  tokens: words.map((text, index) => ({ index, text, before: index ? " " : "" })),
  tail: "",
  mask: { start: mask, end: mask + 1 },
  golden_answer: "sour",
});

const scores: ItemScores = {
  original: { item: item(1, ["Milk", "turned", "sour", "today"], 2), rationale: [0, 1] },
  perturbed: { item: item(2, ["Cream", "sour", "today"], 1), rationale: [0] },
  type: "important",
  links: [
    [0, 0],
    [3, 2],
  ],
  pairs: [
    { id: 2, external_id: "item 2", type: "important" },
    { id: 3, external_id: "item 3", type: "syntactic" },
  ],
  columns: [
    column(7, "mini", "attention"),
    column(8, "mini", "integrated_gradients", { original: half(null) }),
    column(9, "other", "attention", { perturbed: null }),
  ],
};

const show = (onPair = vi.fn(), shown = scores) =>
  render(
    <MantineProvider>
      <ItemScoresView scores={shown} run={7} onPair={onPair} />
    </MantineProvider>,
  );

it("puts the methods of a model side by side and keeps models apart", () => {
  expect(byModel(scores.columns).map((columns) => columns.map(({ run }) => run))).toEqual([[7, 8], [9]]);
  show();
  const mini = within(screen.getByRole("region", { name: "mini" }));
  expect(mini.getByText("this run")).toBeInTheDocument();
  expect(mini.getByText(/900 pieces/)).toBeInTheDocument();
  expect(mini.getAllByText(/Points on the path: 33/)).toHaveLength(2);
  expect(mini.getAllByText("golden answer")).toHaveLength(2);
  expect(
    within(screen.getByRole("region", { name: "other" })).getByText(/does not hold/),
  ).toBeInTheDocument();
});

it("shows a word's numbers in every column and those of the word it faces, by mouse and by keyboard", async () => {
  const user = userEvent.setup();
  show();
  const people = within(screen.getByRole("region", { name: "People" }));
  await user.hover(people.getByText("Milk"));
  expect(screen.getAllByText(/^Milk: saliency \+0\.400, rank 1 of 3/)).toHaveLength(2);
  expect(screen.getAllByText(/^Cream: saliency \+0\.300, rank 2 of 2/)).toHaveLength(2);
  await user.unhover(people.getByText("Milk"));
  screen.getByRole("group", { name: "Original, mini, Attention" }).querySelector("button")?.focus();
  await user.keyboard("{End}");
  expect(screen.getAllByText(/^today: saliency \+0\.100/)).toHaveLength(2);
  expect(screen.getAllByText(/^today: saliency \+0\.500/)).toHaveLength(2);
});

it("lets another pair of the original be chosen", async () => {
  const user = userEvent.setup();
  const onPair = vi.fn();
  show(onPair);
  const picker = screen.getByRole("combobox", { name: "Pair" });
  await user.selectOptions(picker, "item 3 (Syntactic transformation)");
  expect(onPair).toHaveBeenCalledWith("3");
});

const scaled = (scale: Scale, numbers: number[], extracted: number[]): ItemScores => {
  const { saliency, ...rest } = half(numbers);
  const found: ColumnHalf = { ...rest, saliency: saliency && { ...saliency, scale }, extracted };
  return { ...scores, columns: [column(7, "mini", "lime", { original: found, perturbed: null })] };
};

it.each<[Scale, number[], RegExp, string[]]>([
  ["ranks", [2, 1, 0, 3], /only the order of the words.*not amounts/, ["Milk: rank 2 of 3"]],
  [
    "rationale",
    [2, 0, 0, 1],
    /which words it chose, and their order.*not amounts/,
    ["Milk: rank 1 of 3", "turned: not chosen"],
  ],
  ["set", [1, 0, 0, 1], /its numbers are no amounts/, ["Milk: chosen", "turned: not chosen"]],
])("says in words that %s are no amounts, and no number as one", (scale, numbers, sentence, words) => {
  show(vi.fn(), scaled(scale, numbers, [0, 3]));
  const text = screen.getByRole("group", { name: "Original, mini, LIME" });
  expect(screen.getByText(sentence)).toBeVisible();
  for (const word of words) {
    expect(within(text).getByRole("button", { name: new RegExp(`^${word}`) })).toBeInTheDocument();
  }
  expect(within(text).queryByRole("button", { name: /saliency/ })).toBeNull();
});

it("says nothing of the kind where the numbers are scores", () => {
  show();
  expect(screen.queryByText(/amounts/)).toBeNull();
});
