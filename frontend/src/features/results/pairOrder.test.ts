import { expect, it } from "vitest";
import { nextOrder, orderText, pairOrderOf } from "./pairOrder";

it("reads an order from the address and writes it back", () => {
  expect(pairOrderOf("-map_at_k")).toEqual({ key: "map_at_k", descending: true });
  expect(orderText(pairOrderOf("-map_at_k"))).toBe("-map_at_k");
  expect(orderText(pairOrderOf("--pcc"))).toBe("name");
  expect(orderText(pairOrderOf(null))).toBe("name");
});

it("shows the lowest first and turns round when asked again", () => {
  const lowest = nextOrder(pairOrderOf("name"), "pcc");
  expect(orderText(lowest)).toBe("pcc");
  expect(orderText(nextOrder(lowest, "pcc"))).toBe("-pcc");
  expect(orderText(nextOrder(pairOrderOf("-pcc"), "map"))).toBe("map");
});
