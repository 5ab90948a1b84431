import { Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AccuracyChange, RatioPoint, ResultsFigures } from "@/api/results";
import { useWords } from "@/shared/i18n/useWords";
import { signed } from "@/shared/numbers/format";
import { Section } from "@/shared/ui/Section";
import type { AccuracyFigure, Numbers, RatioFigure } from "./figureSpecs";
import { groupsOf, hundred, PANELS } from "./figures";
import { ResultFigure } from "./ResultFigure";

interface Props {
  figures: ResultsFigures;
  /** What each run is called, in the order in which systems get their marks. */
  names: ReadonlyMap<number, string>;
}

/** The figures over all systems. */
export function SystemFigures({ figures, names }: Props) {
  return (
    <Stack gap="xl">
      <RatioFigures points={figures.ratio_points} names={names} recipe={figures.recipe} />
      <AccuracyFigures changes={figures.accuracy} names={names} recipe={figures.recipe} />
    </Stack>
  );
}

interface RatioProps {
  points: readonly RatioPoint[];
  names: ReadonlyMap<number, string>;
  recipe: string;
}

function RatioFigures({ points, names, recipe }: RatioProps) {
  const { t } = useTranslation("admin");
  const words = useWords();
  const runs = useMemo(() => [...names.keys()], [names]);
  const figure = useMemo((): RatioFigure => {
    const several = new Set(points.map(({ language }) => language)).size > 1;
    const named = (group: { language: string; dimension: string }) =>
      several
        ? `${words.dimension(group.dimension)} · ${words.language(group.language)}`
        : words.dimension(group.dimension);
    const drawn = runs.filter((run) => points.some((point) => point.run === run));
    return {
      kind: "ratio",
      axis: t("results.figure.ratioAxis"),
      panels: PANELS.map((metric) => t(`results.metric.${metric}`)),
      systems: drawn.map((run) => names.get(run) ?? String(run)),
      groups: groupsOf(points).map((group) => ({ name: named(group), ratio: hundred(group.ratio) })),
      points: points.map((point) => ({
        panel: t(`results.metric.${point.metric}`),
        system: drawn.indexOf(point.run),
        ratio: hundred(point.ratio),
        value: hundred(point.value),
        low: hundred(point.low),
        high: hundred(point.high),
      })),
    };
  }, [points, names, runs, t, words]);
  const title = t("results.figure.ratio");
  if (points.length === 0) return <Empty title={title} />;
  const numbers: Numbers = {
    columns: [
      t("results.figure.system"),
      t("results.language"),
      t("results.dimension"),
      t("results.figure.metric"),
      t("results.figure.ratioColumn"),
      t("results.figure.value"),
      t("results.figure.low"),
      t("results.figure.high"),
      t("results.figure.items"),
    ],
    rows: points.map((point) => [
      names.get(point.run) ?? point.run,
      words.language(point.language),
      words.dimension(point.dimension),
      t(`results.metric.${point.metric}`),
      ...[point.ratio, point.value, point.low, point.high].map((value) => Number(value.toFixed(4))),
      point.items,
    ]),
  };
  return (
    <ResultFigure
      title={title}
      file="figure-1"
      figure={figure}
      height="44rem"
      label={t("results.figure.ratioLabel")}
      note={t("results.figure.ratioNote")}
      numbers={numbers}
      recipe={recipe}
    />
  );
}

interface AccuracyProps {
  changes: readonly AccuracyChange[];
  names: ReadonlyMap<number, string>;
  recipe: string;
}

function AccuracyFigures({ changes, names, recipe }: AccuracyProps) {
  const { t, i18n } = useTranslation("admin");
  const language = i18n.language;
  const figure = useMemo((): AccuracyFigure => {
    const points = changes.flatMap(({ run, metric, original, perturbed, change }) => {
      if (original === null || perturbed === null) return [];
      const points = (value: number) => signed(value * 100, language, 1);
      const [low, high] = change.interval ?? [];
      const known = low !== undefined && high !== undefined;
      return [
        {
          panel: t(`results.metric.${metric}`),
          row: names.get(run) ?? String(run),
          original: hundred(original),
          perturbed: hundred(perturbed),
          label: change.value === null ? "" : points(change.value),
          ends: known ? t("report.interval", { low: points(low), high: points(high) }) : "",
        },
      ];
    });
    const drawn = new Set(points.map(({ row }) => row));
    return {
      kind: "accuracy",
      axis: t("results.figure.accuracyAxis"),
      original: t("results.pairs.original"),
      perturbed: t("results.pairs.perturbed"),
      panels: [...new Set(points.map(({ panel }) => panel))],
      rows: [...names.values()].filter((name) => drawn.has(name)),
      points,
    };
  }, [changes, names, t, language]);
  const title = t("results.figure.accuracy");
  if (figure.points.length === 0) return <Empty title={title} />;
  const rounded = (value: number | null | undefined) =>
    value === null || value === undefined ? null : Number(value.toFixed(4));
  const numbers: Numbers = {
    columns: [
      t("results.figure.system"),
      t("results.figure.metric"),
      t("results.pairs.original"),
      t("results.pairs.perturbed"),
      t("results.figure.difference"),
      t("results.figure.low"),
      t("results.figure.high"),
      t("results.figure.originals"),
      t("results.figure.perturbedInputs"),
    ],
    rows: changes.map((each) => [
      names.get(each.run) ?? each.run,
      t(`results.metric.${each.metric}`),
      rounded(each.original),
      rounded(each.perturbed),
      rounded(each.change.value),
      rounded(each.change.interval?.[0]),
      rounded(each.change.interval?.[1]),
      each.originals,
      each.perturbed_inputs,
    ]),
  };
  return (
    <ResultFigure
      title={title}
      file="accuracy"
      figure={figure}
      height={`${figure.rows.length * 2.25 + 8}rem`}
      label={t("results.figure.accuracyLabel")}
      note={t("results.figure.accuracyNote")}
      numbers={numbers}
      recipe={recipe}
    />
  );
}

function Empty({ title }: { title: string }) {
  const { t } = useTranslation("admin");
  return (
    <Section title={title}>
      <Text c="dimmed">{t("results.figure.empty")}</Text>
    </Section>
  );
}
