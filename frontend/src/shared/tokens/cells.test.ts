import { describe, expect, it } from "vitest";
import { cellsOf, surface, type Token } from "./cells";
import { fatesOf, partnersOf } from "./links";
import { directionOf, langAttribute } from "./script";

/** Tokens of a text that is given as its pieces, spacing included: " shop" is "shop" after a space. */
function tokensOf(...pieces: string[]): Token[] {
  return pieces.map((piece, index) => {
    const text = piece.trimStart();
    return { index, text, before: piece.slice(0, piece.length - text.length) };
  });
}

describe("cellsOf", () => {
  it("draws a masked span of several words together, with its own spacing", () => {
    const tokens = tokensOf("He", " lives", " in", " New", "  York", ".");
    const cells = cellsOf(tokens, { start: 3, end: 5 });
    expect(cells.map(({ text }) => text)).toEqual(["He", "lives", "in", "New  York", "."]);
    expect(cells.map(({ before, text }) => before + text).join("")).toBe("He lives in New  York.");
  });

  it("adds no space to Chinese", () => {
    const cells = cellsOf(tokensOf("德国", "位于", "比利时", "的", "正东方", "。"), { start: 0, end: 1 });
    expect(cells.map(({ before, text }) => before + text).join("")).toBe("德国位于比利时的正东方。");
  });

  it("keeps a character outside the basic plane whole", () => {
    const tokens = tokensOf("The", " 🚲", " shop");
    expect(surface(tokens, { start: 1, end: 3 })).toBe("🚲 shop");
  });
});

describe("fatesOf", () => {
  it("tells kept, changed, removed and added tokens", () => {
    const original = tokensOf("The", " old", " cup", " fell");
    const perturbed = tokensOf("The", " mug", " fell", " today");
    const fates = fatesOf(original, perturbed, [
      [0, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(fates.original).toEqual(["kept", "removed", "changed", "kept"]);
    expect(fates.perturbed).toEqual(["kept", "changed", "kept", "added"]);
  });

  it("calls a token moved when its link crosses the others", () => {
    const original = tokensOf("today", " it", " rains");
    const perturbed = tokensOf("it", " rains", " today");
    const fates = fatesOf(original, perturbed, [
      [0, 2],
      [1, 0],
      [2, 1],
    ]);
    expect(fates.original).toEqual(["moved", "kept", "kept"]);
    expect(fates.perturbed).toEqual(["kept", "kept", "moved"]);
  });

  it("names the partners of a token on either side", () => {
    expect(partnersOf([[2, 1], [2, 3]], 0, 2)).toEqual([1, 3]); // biome-ignore format: a pair of pairs
    expect(partnersOf([[2, 1], [4, 1]], 1, 1)).toEqual([2, 4]); // biome-ignore format: a pair of pairs
  });
});

describe("the script of a language", () => {
  it("knows direction and the tag for the page", () => {
    expect(directionOf("he")).toBe("rtl");
    expect(directionOf("en")).toBe("ltr");
    expect(langAttribute("zh")).toBe("zh-Hans");
    expect(langAttribute("en")).toBe("en");
  });
});
