import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Prediction, ScoredHalf } from "@/api/runs";
import { type Link, partnersOf } from "@/shared/tokens/links";
import { Half } from "./Half";
import { HeatLegend } from "./HeatLegend";

interface Props {
  original: ScoredHalf | null;
  perturbed: ScoredHalf | null;
  links: readonly Link[];
}

type Side = 0 | 1;

const NOTHING: ReadonlySet<number> = new Set();

const likeliest = (prediction: Prediction | null | undefined) => prediction?.candidates[0]?.probability ?? 0;

/** Original over perturbed. Pointing at a word of either shows the words it faces in the other. */
export function PairView({ original, perturbed, links }: Props) {
  const { t } = useTranslation("admin");
  const [pointed, setPointed] = useState<{ side: Side; index: number } | null>(null);
  const halves = [original, perturbed] as const;
  const full = Math.max(likeliest(original?.prediction), likeliest(perturbed?.prediction));
  const paired = original !== null && perturbed !== null;

  const view = (side: Side) => {
    const half = halves[side];
    const other = halves[side === 0 ? 1 : 0];
    if (!half) return null;
    const active = pointed?.side === side ? pointed.index : null;
    const facing =
      pointed && pointed.side !== side ? new Set(partnersOf(links, pointed.side, pointed.index)) : NOTHING;
    return (
      <Half
        half={half}
        title={t(side === 0 ? "saliency.original" : "saliency.perturbed")}
        active={active}
        facing={facing}
        faces={
          other &&
          ((index) => partnersOf(links, side, index).map((partner) => other.item.tokens[partner]?.text ?? ""))
        }
        full={full}
        onActivate={(index) => setPointed(index === null ? null : { side, index })}
      />
    );
  };

  return (
    <Stack gap="md">
      <HeatLegend isSigned={halves.some((half) => half?.saliency?.scores.some((score) => score < 0))} />
      {view(0)}
      {view(1)}
      <Text size="sm" c="dimmed">
        {paired ? t("saliency.howTo") : t("saliency.noCounterpart")}
      </Text>
    </Stack>
  );
}
