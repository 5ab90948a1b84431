import { NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column, ItemScores } from "@/api/runs";
import { useWords } from "@/shared/i18n/useWords";
import { linksOf } from "@/shared/tokens/links";
import { HeatLegend } from "./HeatLegend";
import { HeatText } from "./HeatText";
import classes from "./ItemScoresView.module.css";
import { ModelGroup } from "./ModelGroup";
import { type Pointed, type Side, seenFrom } from "./pointing";

interface Props {
  scores: ItemScores;
  run: number;
  onPair: (perturbed: string) => void;
}

const NAMES = ["original", "perturbed"] as const;

/** The columns of each model together, in their order. */
export function byModel(columns: readonly Column[]): Column[][] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const key = [column.model, column.revision, column.dtype].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()];
}

/** An original over its perturbed text, as people and as every model and method explain them, side by side. */
export function ItemScoresView({ scores, run, onPair }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const halves = [scores.original, scores.perturbed] as const;
  const links = linksOf(scores.links);
  const isSigned = scores.columns.some((column) =>
    NAMES.some((name) => column[name]?.saliency?.scores.some((score) => score < 0)),
  );
  return (
    <Stack gap="lg">
      {scores.pairs.length > 1 && (
        <NativeSelect
          label={t("saliency.pair")}
          data={scores.pairs.map(({ id, external_id: name, type }) => ({
            value: String(id),
            label: t("saliency.pairNamed", { name, type: words.perturbation(type) }),
          }))}
          value={String(scores.perturbed?.item.id ?? "")}
          onChange={({ currentTarget }) => onPair(currentTarget.value)}
          maw="28rem"
        />
      )}
      <HeatLegend isSigned={isSigned} />
      <Paper component="section" aria-label={t("saliency.people")}>
        <Title order={2} mb="xs">
          {t("saliency.people")}
        </Title>
        <div className={classes.people}>
          {halves.map((half, place) => {
            const side: Side = place === 0 ? 0 : 1;
            return (
              half && (
                <div key={half.item.id} className={classes.half}>
                  <span className={classes.who}>{t(`saliency.${NAMES[side]}`)}</span>
                  <HeatText
                    label={t("saliency.peopleLabel", { half: t(`saliency.${NAMES[side]}`) })}
                    item={half.item}
                    heat={null}
                    marked={new Set(half.rationale)}
                    {...seenFrom(side, pointed, links)}
                    describe={() => ""}
                    onActivate={(index) => setPointed(index === null ? null : { side, index })}
                  />
                </div>
              )
            );
          })}
        </div>
      </Paper>
      {byModel(scores.columns).map((columns) => (
        <ModelGroup
          key={columns[0]?.run}
          columns={columns}
          halves={halves}
          links={links}
          run={run}
          pointed={pointed}
          onPoint={setPointed}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t(scores.perturbed ? "saliency.howTo" : "saliency.noCounterpart")} {t("saliency.newest")}
      </Text>
    </Stack>
  );
}
