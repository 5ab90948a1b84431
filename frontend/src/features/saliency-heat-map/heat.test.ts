import { describe, expect, it } from "vitest";
import { agreement, heatOf } from "./heat";

describe("heatOf", () => {
  it("is symmetric around zero", () => {
    const [up, down, nothing] = heatOf([0.5, -0.5, 0], null);
    expect(up).toMatchObject({ strength: 1, side: "for" });
    expect(down).toMatchObject({ strength: 1, side: "against" });
    expect(nothing).toMatchObject({ strength: 0, side: "none" });
  });

  it("leaves the mask out of scale and ranks, however large its score", () => {
    const heat = heatOf([0.1, 9, 0.2], { start: 1, end: 2 });
    expect(heat.map(({ strength }) => strength)).toEqual([0.5, 0, 1]);
    expect(heat.map(({ rank }) => rank)).toEqual([2, null, 1]);
  });

  it("ranks by signed score, the earlier token first on a tie", () => {
    expect(heatOf([-1, 0.3, 0.3, 0], null).map(({ rank }) => rank)).toEqual([4, 1, 2, 3]);
  });

  it("shows no heat where every score is zero", () => {
    expect(heatOf([0, 0], null).every(({ strength }) => strength === 0)).toBe(true);
  });
});

it("counts where model and people agree", () => {
  expect(agreement([0, 1, 4], [1, 2])).toEqual({ both: 1, model: 2, person: 1 });
});
