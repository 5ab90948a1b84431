import { Group, Paper, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Column, ExplainedItem } from "@/api/runs";
import { useWords } from "@/shared/i18n/useWords";
import { type Link, partnersOf } from "@/shared/tokens/links";
import { StateBadge } from "@/shared/ui/StateBadge";
import { ColumnText } from "./ColumnText";
import { Guesses } from "./Guesses";
import classes from "./ItemScoresView.module.css";
import { type Pointed, type Side, seenFrom } from "./pointing";

interface Props {
  /** The columns of one model, a method each. */
  columns: readonly Column[];
  halves: readonly [ExplainedItem, ExplainedItem | null];
  links: readonly Link[];
  /** The run whose report led here. */
  run: number;
  pointed: Pointed | null;
  onPoint: (pointed: Pointed | null) => void;
}

const SIDES: readonly Side[] = [0, 1];
const NAMES = ["original", "perturbed"] as const;

/** What one model guesses for the mask, and how each method explains it, side by side. */
export function ModelGroup({ columns, halves, links, run, pointed, onPoint }: Props) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const [first] = columns;
  if (!first) return null;
  const predictions = SIDES.map(
    (side) => columns.find((column) => column[NAMES[side]]?.prediction)?.[NAMES[side]]?.prediction ?? null,
  );
  const full = Math.max(0, ...predictions.map((found) => found?.candidates[0]?.probability ?? 0));
  const shown = SIDES.filter((side) => halves[side] !== null);
  return (
    <Paper component="section" aria-label={first.model}>
      <Title order={2} mb="xs">
        {first.model}
        {first.dtype !== "float32" && (
          <Text span c="dimmed" ml="sm">
            {first.dtype}
          </Text>
        )}
      </Title>
      <div className={classes.columns}>
        {columns.map((column) => (
          <div key={column.run} className={classes.column}>
            <Group gap="sm">
              <Title order={3}>{words.method(column.method)}</Title>
              {column.run === run && <StateBadge tone="neutral">{t("saliency.thisRun")}</StateBadge>}
            </Group>
            {shown.map((side) => {
              const explained = halves[side];
              const other = halves[side === 0 ? 1 : 0];
              if (!explained) return null;
              const half = t(`saliency.${NAMES[side]}`);
              return (
                <div key={side} className={classes.half}>
                  <span className={classes.who}>{half}</span>
                  <ColumnText
                    label={t("saliency.columnHalf", {
                      half,
                      model: column.model,
                      method: words.method(column.method),
                    })}
                    explained={explained}
                    found={column[NAMES[side]]}
                    {...seenFrom(side, pointed, links)}
                    faces={
                      other &&
                      ((index) =>
                        partnersOf(links, side, index).map((each) => other.item.tokens[each]?.text ?? ""))
                    }
                    onActivate={(index) => onPoint(index === null ? null : { side, index })}
                  />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <Title order={3} mt="md" mb="xs">
        {t("saliency.predictions")}
      </Title>
      <div className={classes.people}>
        {shown.map((side) => (
          <div key={side}>
            <span className={classes.who}>{t(`saliency.${NAMES[side]}`)}</span>
            <Guesses
              prediction={predictions[side] ?? null}
              goldenAnswer={halves[side]?.item.golden_answer ?? null}
              language={halves[side]?.item.language ?? ""}
              full={full}
            />
          </div>
        ))}
      </div>
    </Paper>
  );
}
