import { describe, expect, it } from "vitest";
import { inCodePoints, placeAt, wordBefore } from "./place";
import { putIn } from "./putIn";

const CUP = "The cup fell on the stone floor";

describe("a place in a wording", () => {
  it("is the word around the caret, or the gap where it stands between words", () => {
    expect(placeAt("before", CUP, 6, 6, "en")).toEqual({ part: "before", start: 4, end: 7 });
    expect(placeAt("before", CUP, 4, 4, "en")).toEqual({ part: "before", start: 4, end: 4 });
    expect(placeAt("before", CUP, 0, 0, "en")).toEqual({ part: "before", start: 0, end: 0 });
  });

  it("is what is selected, without the white space around it", () => {
    expect(placeAt("before", CUP, 13, 7, "en")).toEqual({ part: "before", start: 8, end: 12 });
    expect(placeAt("after", "a   b", 1, 4, "en")).toEqual({ part: "after", start: 1, end: 1 });
  });

  it("is a whole word in Chinese too", () => {
    expect(placeAt("after", "位于欧洲的中部。", 3, 3, "zh")).toEqual({ part: "after", start: 2, end: 4 });
  });

  it("counts code points for the server", () => {
    expect(inCodePoints("🚲🚲 bike", { part: "before", start: 5, end: 9 })).toEqual({ start: 3, end: 7 });
  });

  it("is named by the word before it", () => {
    expect(wordBefore(CUP, { part: "before", start: 8, end: 8 }, "en")).toBe("cup");
    expect(wordBefore(CUP, { part: "before", start: 0, end: 0 }, "en")).toBe("");
  });
});

describe("putting words in", () => {
  const at = (start: number, end = start) => ({ part: "before" as const, start, end });

  it("replaces what stands there", () => {
    expect(putIn(CUP, at(4, 7), "mug", true)).toEqual({ text: CUP.replace("cup", "mug"), caret: 7 });
  });

  it("spaces a word between others", () => {
    expect(putIn(CUP, at(8), "suddenly", true).text).toBe("The cup suddenly fell on the stone floor");
    expect(putIn(CUP, at(7), "suddenly", true).text).toBe("The cup suddenly fell on the stone floor");
    expect(putIn("位于欧洲", at(2), "大概", false).text).toBe("位于大概欧洲");
  });

  it("opens a sentence, and leaves a name its capital", () => {
    expect(putIn(CUP, at(0), "Sadly,", true).text).toBe("Sadly, the cup fell on the stone floor");
    expect(putIn("Anna fell", at(0), "Sadly,", true).text).toBe("Sadly, Anna fell");
  });

  it("leaves words out together with their space and comma", () => {
    expect(putIn("The old cup", at(4, 7), "", true).text).toBe("The cup");
    expect(putIn("Sadly, it fell", at(0, 5), "", true).text).toBe("it fell");
  });
});
