import type { TFunction } from "i18next";
import type { KeyHelp } from "@/shared/ui/KeyLegend";

export function markingKeyHelp(t: TFunction): KeyHelp[] {
  return [
    { keys: ["←", "→", "↑", "↓"], does: t("keys.move") },
    { keys: ["Space"], does: t("keys.toggle") },
    { keys: ["Shift + ←", "Shift + →"], does: t("keys.extend") },
    { keys: ["h"], does: t("rationale.holdOnlyMarked") },
    { keys: ["n", "p"], does: t("steps.begin") },
    { keys: ["Ctrl + Z"], does: t("rationale.undo") },
    { keys: ["Ctrl + Shift + Z"], does: t("rationale.redo") },
  ];
}
