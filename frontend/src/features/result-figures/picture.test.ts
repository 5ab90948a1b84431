import { describe, expect, it } from "vitest";
import { csvOf } from "./csv";
import { svgText } from "./picture";

function drawn(inner: string): SVGSVGElement {
  const page = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" aria-label="For the page" style="color: var(--wb-ink)">${inner}</svg>`,
    "image/svg+xml",
  );
  return page.documentElement as unknown as SVGSVGElement;
}

describe("svgText", () => {
  const chart = drawn('<circle r="3" fill="var(--wb-accent)" stroke="var(--other)"/><text>5 &lt; 6</text>');
  const written = svgText(chart, {
    title: "Figure 1",
    description: "metric version 3 & model mini",
    values: { "--wb-ink": "#1f2428", "--wb-accent": "#0b666a" },
  });
  const read = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;

  it("is well formed and says what it is and how it was made", () => {
    expect(read.nodeName).toBe("svg");
    expect(read.querySelector("title")?.textContent).toBe("Figure 1");
    expect(read.querySelector("desc")?.textContent).toBe("metric version 3 & model mini");
    expect(read.querySelector("text")?.textContent).toBe("5 < 6");
    expect(read.hasAttribute("aria-label")).toBe(false);
  });

  it("has its own colours on a white ground", () => {
    expect(read.getAttribute("style")).toBe("color: #1f2428");
    expect(read.querySelector("circle")?.getAttribute("fill")).toBe("#0b666a");
    expect(read.querySelector("circle")?.getAttribute("stroke")).toBe("var(--other)");
    expect(read.querySelector("rect")?.getAttribute("fill")).toBe("#ffffff");
  });

  it("leaves the chart on the page as it was", () => {
    expect(chart.querySelector("desc")).toBeNull();
    expect(chart.querySelector("circle")?.getAttribute("fill")).toBe("var(--wb-accent)");
  });
});

it("writes numbers as CSV, what does not exist as nothing", () => {
  expect(
    csvOf({
      columns: ["System", "Value"],
      rows: [
        ['a, "b"', 0.25],
        ["c", null],
      ],
    }),
  ).toBe('System,Value\r\n"a, ""b""",0.25\r\nc,\r\n');
});
