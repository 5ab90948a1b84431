import { describe, expect, it } from "vitest";
import { joined } from "./useAddress";

const of = (text: string) => new URLSearchParams(text);

describe("joined", () => {
  it("keeps a choice that is not drawn yet", () => {
    expect(joined(of("older=1"), of(""), of("newer=2")).toString()).toBe("older=1&newer=2");
  });

  it("takes away what is asked to go and leaves the rest", () => {
    expect(joined(of("a=1&b=2&c=3"), of("a=1&b=2"), of("a=1")).toString()).toBe("a=1&c=3");
  });

  it("lets the last choice of the same thing stand", () => {
    expect(joined(of("a=2"), of("a=1"), of("a=3")).toString()).toBe("a=3");
  });
});
