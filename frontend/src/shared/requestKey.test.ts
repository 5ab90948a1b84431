import { expect, it } from "vitest";
import { requestKeys } from "./requestKey";

it("keeps the key as long as the same is sent", () => {
  const keyOf = requestKeys();
  expect(keyOf({ tokens: [1, 2] })).toBe(keyOf({ tokens: [1, 2] }));
  expect(keyOf({ tokens: [1, 2] })).not.toBe(keyOf({ tokens: [1] }));
});

it("shares no key between two tasks", () => {
  expect(requestKeys()({ tokens: [1] })).not.toBe(requestKeys()({ tokens: [1] }));
});
