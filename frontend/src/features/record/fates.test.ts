import { expect, it } from "vitest";
import { agreements, fatesOfPerturbations, fatesOfRationales } from "./fates";

it("counts what is not decided yet and leaves out ways that nothing went", () => {
  expect(fatesOfRationales({ submitted: 8, accepted: 4, returned: 1, discarded: 0 })).toEqual([
    ["accepted", 4],
    ["returned", 1],
    ["undecided", 3],
  ]);
  expect(fatesOfPerturbations({ made: 2, accepted: 1, rejected: 1 })).toEqual([
    ["accepted", 1],
    ["rejected", 1],
  ]);
});

it("compares with the others only where a stage is decided", () => {
  const record = {
    done: [],
    rationales: { submitted: 0, accepted: 0, returned: 0, discarded: 0 },
    accepted_share: [],
    perturbations: { made: 0, accepted: 0, rejected: 0 },
  };
  expect(agreements({ ...record, mask_agreement: null, score_agreement: null })).toEqual([]);
  expect(
    agreements({
      ...record,
      mask_agreement: { rated: 8, with_majority: 7 },
      score_agreement: { scored: 0, sufficiency_equal: 0, compactness_equal: 0 },
    }),
  ).toEqual([{ what: "masks", same: 7, all: 8 }]);
});
