/** A token of the original and the token of the perturbed text that stands for it. */
export type Link = readonly [original: number, perturbed: number];

/** Links as the API sends them: lists of two. */
export function linksOf(pairs: readonly (readonly number[])[]): Link[] {
  return pairs.flatMap(([original, perturbed]) =>
    original === undefined || perturbed === undefined ? [] : [[original, perturbed] as const],
  );
}

export type Fate = "kept" | "changed" | "moved" | "removed" | "added";

interface Word {
  index: number;
  text: string;
}

/** What became of each token on both sides, read off the links. */
export function fatesOf(
  original: readonly Word[],
  perturbed: readonly Word[],
  links: readonly Link[],
): { original: Fate[]; perturbed: Fate[] } {
  const crossing = crossingLinks(links);
  const fates = (side: 0 | 1, own: readonly Word[], other: readonly Word[], unlinked: Fate): Fate[] =>
    own.map(({ index, text }) => {
      const mine = links.filter((link) => link[side] === index);
      if (mine.length === 0) return unlinked;
      const same = mine.length === 1 && mine.every((link) => other[link[side === 0 ? 1 : 0]]?.text === text);
      if (!same) return "changed";
      return mine.some((link) => crossing.has(link)) ? "moved" : "kept";
    });
  return {
    original: fates(0, original, perturbed, "removed"),
    perturbed: fates(1, perturbed, original, "added"),
  };
}

/** Links that fall out of the longest run of links in the same order on both sides. */
function crossingLinks(links: readonly Link[]): Set<Link> {
  const ordered = [...links].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const best: { length: number; previous: number }[] = [];
  ordered.forEach((link, at) => {
    let longest = { length: 1, previous: -1 };
    for (let before = 0; before < at; before += 1) {
      const length = (best[before]?.length ?? 0) + 1;
      if ((ordered[before]?.[1] ?? 0) <= link[1] && length > longest.length)
        longest = { length, previous: before };
    }
    best.push(longest);
  });
  let at = best.reduce((top, entry, index) => (entry.length > (best[top]?.length ?? 0) ? index : top), 0);
  const inOrder = new Set<Link>();
  while (at >= 0 && ordered[at]) {
    inOrder.add(ordered[at] as Link);
    at = best[at]?.previous ?? -1;
  }
  return new Set(ordered.filter((link) => !inOrder.has(link)));
}

/** The indices on the other side that are linked to this one. */
export function partnersOf(links: readonly Link[], side: 0 | 1, index: number): number[] {
  return links.filter((link) => link[side] === index).map((link) => link[side === 0 ? 1 : 0]);
}

/** Parts two linked tokens, or links them; a token has one partner, so either's earlier link goes. */
export function toggleLink(links: readonly Link[], [original, perturbed]: Link): Link[] {
  const others = links.filter((link) => link[0] !== original && link[1] !== perturbed);
  const linked = links.some((link) => link[0] === original && link[1] === perturbed);
  const next: Link[] = linked ? others : [...others, [original, perturbed]];
  return next.sort((a, b) => a[0] - b[0]);
}

/** Where an original's rationale lies in the perturbed text. */
export function projectionOf(rationale: readonly number[], links: readonly Link[]): number[] {
  return links
    .flatMap(([original, perturbed]) => (rationale.includes(original) ? [perturbed] : []))
    .sort((a, b) => a - b);
}
