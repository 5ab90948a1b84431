import { describe, expect, it } from "vitest";
import { bytes, duration, hundredths, percent, signed } from "./format";

describe("numbers", () => {
  it("shows fractions with one decimal", () => {
    expect(hundredths(0.4567, "en")).toBe("45.7");
    expect(hundredths(1, "en")).toBe("100.0");
    expect(percent(0.5, "zh-Hans")).toBe("50.0%");
  });

  it("writes a true minus and a plus, and no sign on what rounds to nothing", () => {
    expect(signed(-0.25, "en")).toBe("−0.250");
    expect(signed(0.25, "en")).toBe("+0.250");
    expect(signed(-0.0001, "en")).toBe("0.000");
    expect(hundredths(-0.125, "en")).toBe("−12.5");
  });

  it("chooses a unit a person would", () => {
    expect(bytes(512, "en")).toBe("512 bytes");
    expect(bytes(12_345, "en")).toBe("12.3 kB");
  });

  it("counts time in at most two units", () => {
    expect(duration(42.2, "en")).toBe("42 sec");
    expect(duration(125, "en")).toBe("2 min 5 sec");
    expect(duration(7300, "en")).toBe("2 hr 1 min");
  });
});
