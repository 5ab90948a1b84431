import { describe, expect, it } from "vitest";
import { type Link, projectionOf, toggleLink } from "./links";

describe("toggleLink", () => {
  const links: Link[] = [[0, 0], [2, 1], [3, 2]]; // biome-ignore format: pairs

  it.each<{ name: string; link: Link; after: Link[] }>([
    {
      name: "links two free tokens, in order",
      link: [1, 4],
      after: [
        [0, 0],
        [1, 4],
        [2, 1],
        [3, 2],
      ],
    },
    {
      name: "parts two that are linked",
      link: [2, 1],
      after: [
        [0, 0],
        [3, 2],
      ],
    },
    {
      name: "takes a token from its partner",
      link: [2, 4],
      after: [
        [0, 0],
        [2, 4],
        [3, 2],
      ],
    },
    {
      name: "takes both tokens from their partners",
      link: [2, 2],
      after: [
        [0, 0],
        [2, 2],
      ],
    },
  ])("$name", ({ link, after }) => {
    expect(toggleLink(links, link)).toEqual(after);
  });
});

it("projects a rationale through the links, in the order of the perturbed text", () => {
  const moved: Link[] = [[0, 2], [1, 0], [2, 1]]; // biome-ignore format: pairs
  expect(projectionOf([0, 2, 5], moved)).toEqual([1, 2]);
});
