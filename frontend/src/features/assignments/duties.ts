import type { Duty, Role } from "@/api/types";

/** Where an item must be for a duty, and who may be asked for it: to offer what fits. The server decides. */
const NEEDS: Record<Duty, { state: string; role: Role }> = {
  word_item: { state: "needs_wording", role: "annotator" },
  propose_mask: { state: "mask_proposing", role: "annotator" },
  rate_mask: { state: "mask_rating", role: "annotator" },
  write_rationale: { state: "annotating", role: "annotator" },
  modify_rationale: { state: "modifying", role: "annotator" },
  score_rationale: { state: "scoring", role: "senior" },
  create_perturbation: { state: "accepted", role: "annotator" },
  review_perturbation: { state: "perturbation_review", role: "annotator" },
  settle_perturbation: { state: "perturbation_review", role: "senior" },
};

export const stateFor = (duty: Duty): string => NEEDS[duty].state;
export const roleFor = (duty: Duty): Role => NEEDS[duty].role;
