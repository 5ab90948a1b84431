import { describe, expect, it } from "vitest";
import { begin, record, redo, undo } from "./history";
import { draw, effectOf, type Marks, touched } from "./marks";

const mask = { start: 10, end: 11 };

describe("a stroke", () => {
  it.each([
    { name: "click on an unmarked token marks it", marks: [], from: 3, to: 3, after: [3] },
    { name: "click on a marked token erases it", marks: [3], from: 3, to: 3, after: [] },
    { name: "drag over unmarked tokens paints", marks: [], from: 1, to: 3, after: [1, 2, 3] },
    { name: "drag backwards paints the same", marks: [], from: 3, to: 1, after: [1, 2, 3] },
    { name: "drag inside marked tokens erases", marks: [1, 2, 3, 4], from: 2, to: 3, after: [1, 4] },
    { name: "drag past marked tokens extends", marks: [1, 2, 3], from: 3, to: 5, after: [1, 2, 3, 4, 5] },
    { name: "drag into marked tokens paints", marks: [3], from: 1, to: 3, after: [1, 2, 3] },
    { name: "drag over the mask leaves it out", marks: [], from: 9, to: 11, after: [9, 11] },
    { name: "drag on the mask alone does nothing", marks: [2], from: 10, to: 10, after: [2] },
  ])("$name", ({ marks, from, to, after }) => {
    expect(draw(marks, { from, to }, mask)).toEqual(after);
  });

  it("keeps the very same marks when it touches nothing", () => {
    const marks: Marks = [2];
    expect(draw(marks, { from: 10, to: 10 }, mask)).toBe(marks);
  });

  it("tells its effect beforehand, for the preview", () => {
    expect(effectOf([1, 2], { from: 1, to: 2 }, mask)).toBe("erase");
    expect(effectOf([1, 2], { from: 1, to: 3 }, mask)).toBe("paint");
  });

  it("touches no masked token", () => {
    expect(touched({ from: 8, to: 11 }, { start: 9, end: 11 })).toEqual([8, 11]);
  });
});

describe("BC-07: paint, erase, undo", () => {
  it("gives the sets of the case after every step", () => {
    let history = begin<Marks>([]);
    const stroke = (from: number, to = from) => {
      history = record(history, draw(history.present, { from, to }, mask));
    };
    stroke(1, 3);
    stroke(3, 5);
    stroke(2);
    expect(history.present).toEqual([1, 3, 4, 5]);
    stroke(6);
    expect(history.present).toEqual([1, 3, 4, 5, 6]);
    history = undo(undo(history));
    expect(history.present).toEqual([1, 2, 3, 4, 5]);
    history = redo(history);
    expect(history.present).toEqual([1, 3, 4, 5]);
    stroke(6, 5);
    expect(history.present).toEqual([1, 3, 4, 5, 6]);
    stroke(0, 11);
    expect(history.present).not.toContain(10);
    history = undo(history);
    expect(history.present).toEqual([1, 3, 4, 5, 6]);
  });
});

describe("the history", () => {
  it("does not count a step that changed nothing", () => {
    const first = record(begin<Marks>([]), [1]);
    expect(record(first, first.present)).toBe(first);
  });

  it("forgets what was undone once something new is drawn", () => {
    const drawn = record(undo(record(begin<Marks>([]), [1])), [2]);
    expect(redo(drawn)).toBe(drawn);
  });

  it("stays where it is at either end", () => {
    const only = begin<Marks>([1]);
    expect(undo(only)).toBe(only);
    expect(redo(only)).toBe(only);
  });
});
