import { describe, expect, it } from "vitest";
import type { System } from "@/api/results";
import { chosenRuns, readAs } from "./comparison";

const systems = [1, 2, 3].map((id) => ({ run: { id }, row: id === 1 ? null : {} }) as unknown as System);

describe("readAs", () => {
  it("calls a difference one only below the level", () => {
    expect(readAs({ values: 40, p: 0.049, difference: 0.1 })).toBe("higher");
    expect(readAs({ values: 40, p: 0.001, difference: -0.1 })).toBe("lower");
    expect(readAs({ values: 40, p: 0.05, difference: 0.1 })).toBe("notTold");
  });

  it("claims nothing without a test", () => {
    expect(readAs({ values: 2, p: null, difference: 0.4 })).toBe("notTold");
    expect(readAs({ values: 0, p: null, difference: null })).toBe("noneCompared");
  });
});

describe("chosenRuns", () => {
  it("takes the first two with results where the address names none", () => {
    expect(chosenRuns(new URLSearchParams(), systems)).toEqual({ a: 2, b: 3 });
  });

  it("keeps what the address names and never takes one run twice by itself", () => {
    expect(chosenRuns(new URLSearchParams("a=3"), systems)).toEqual({ a: 3, b: 2 });
    expect(chosenRuns(new URLSearchParams("b=2"), systems)).toEqual({ a: 3, b: 2 });
    expect(chosenRuns(new URLSearchParams("a=9&b=1"), systems)).toEqual({ a: 2, b: 1 });
  });
});
