import type { WorkRecord } from "@/api/record";

/** How many pieces went each way; those that went no way yet are undecided. Ways nothing went are left out. */
export type Fates = [way: "accepted" | "returned" | "discarded" | "rejected" | "undecided", number: number][];

const without = (fates: Fates): Fates => fates.filter(([, number]) => number > 0);

export function fatesOfRationales(counts: WorkRecord["rationales"]): Fates {
  const { submitted, accepted, returned, discarded } = counts;
  return without([
    ["accepted", accepted],
    ["returned", returned],
    ["discarded", discarded],
    ["undecided", submitted - accepted - returned - discarded],
  ]);
}

export function fatesOfPerturbations({ made, accepted, rejected }: WorkRecord["perturbations"]): Fates {
  return without([
    ["accepted", accepted],
    ["rejected", rejected],
    ["undecided", made - accepted - rejected],
  ]);
}

/** In how many of the cases that are decided a person went with the others. */
export interface Agreement {
  what: "masks" | "sufficiency" | "compactness";
  same: number;
  all: number;
}

export function agreements({ mask_agreement: masks, score_agreement: scores }: WorkRecord): Agreement[] {
  const found: Agreement[] = [];
  if (masks) found.push({ what: "masks", same: masks.with_majority, all: masks.rated });
  if (scores) {
    found.push({ what: "sufficiency", same: scores.sufficiency_equal, all: scores.scored });
    found.push({ what: "compactness", same: scores.compactness_equal, all: scores.scored });
  }
  return found.filter(({ all }) => all > 0);
}
