import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Distributions } from "@/api/results";
import { fixed, hundredths, whole } from "@/shared/numbers/format";
import { Bar } from "@/shared/ui/Bar";
import { PlainTable } from "@/shared/ui/PlainTable";
import { Recipe } from "@/shared/ui/Recipe";
import { Section } from "@/shared/ui/Section";
import type { HistogramFigure, ScatterFigure } from "./figureSpecs";
import { barsOf, hundred } from "./figures";
import { ResultFigure } from "./ResultFigure";

interface Props {
  distributions: Distributions;
  /** What the run is called. */
  system: string;
}

/** The figures of one run. */
export function RunFigures({ distributions, system }: Props) {
  return (
    <Stack gap="xl">
      <Histograms distributions={distributions} system={system} />
      <Lengths distributions={distributions} system={system} />
      <Confusion distributions={distributions} />
    </Stack>
  );
}

function Histograms({ distributions: { histograms, recipe }, system }: Props) {
  const { t, i18n } = useTranslation("admin");
  const language = i18n.language;
  const figure = useMemo((): HistogramFigure => {
    const parts = histograms.map((histogram) => {
      const { metric, mean, none } = histogram;
      const shown = (value: number) =>
        metric === "pcc" ? fixed(value, language, 2) : hundredths(value, language);
      const name = t(`results.metric.${metric}`);
      return {
        head: mean === null ? name : t("results.figure.histogramHead", { metric: name, mean: shown(mean) }),
        side: none > 0 ? t("results.figure.histogramNone", { count: none }) : "",
        bars: barsOf(histogram),
        mean: mean === null ? null : metric === "pcc" ? mean : hundred(mean),
      };
    });
    return { kind: "histograms", parts };
  }, [histograms, t, language]);
  const numbers = {
    columns: [
      t("results.figure.metric"),
      t("results.figure.from"),
      t("results.figure.to"),
      t("results.figure.count"),
    ],
    rows: histograms.flatMap(({ metric, bounds, counts }) =>
      counts.map((count, at) => [
        t(`results.metric.${metric}`),
        ...[bounds[at], bounds[at + 1]].map((bound) => Number((bound ?? 0).toFixed(4))),
        count,
      ]),
    ),
  };
  return (
    <ResultFigure
      title={t("results.figure.histograms")}
      file="distributions"
      figure={figure}
      height="26rem"
      label={t("results.figure.histogramsLabel", { system })}
      note={t("results.figure.histogramsNote")}
      numbers={numbers}
      recipe={recipe}
    />
  );
}

function Lengths({ distributions: { scatter, recipe }, system }: Props) {
  const { t, i18n } = useTranslation("admin");
  const [length, setLength] = useState<"ratio" | "tokens">("ratio");
  const figure = useMemo(
    (): ScatterFigure => ({
      kind: "scatter",
      xAxis: t(length === "ratio" ? "results.figure.ratioAxis" : "results.figure.tokensAxis"),
      yAxis: t("results.figure.f1Axis"),
      points: scatter.points.map(({ ratio, tokens, token_f1 }) => ({
        x: length === "ratio" ? hundred(ratio) : tokens,
        y: hundred(token_f1),
      })),
    }),
    [scatter, length, t],
  );
  const title = t("results.figure.scatter");
  if (scatter.points.length === 0)
    return (
      <Section title={title}>
        <Text c="dimmed">{t("results.figure.empty")}</Text>
      </Section>
    );
  const numbers = {
    columns: [
      t("results.figure.item"),
      t("results.figure.ratioColumn"),
      t("results.figure.lengthTokens"),
      t("results.metric.token_f1"),
    ],
    rows: scatter.points.map(({ item, ratio, tokens, token_f1 }) => [
      item,
      Number(ratio.toFixed(4)),
      tokens,
      Number(token_f1.toFixed(4)),
    ]),
  };
  return (
    <ResultFigure
      title={title}
      file="rationale-length"
      figure={figure}
      height="min(26rem, 75vw)"
      label={t("results.figure.scatterLabel", { system })}
      note={t("results.figure.scatterNote", {
        shown: whole(scatter.points.length, i18n.language),
        all: whole(scatter.of, i18n.language),
      })}
      numbers={numbers}
      recipe={recipe}
      choice={
        <SegmentedControl
          aria-label={t("results.figure.lengthBy")}
          data={[
            { value: "ratio", label: t("results.figure.lengthRatio") },
            { value: "tokens", label: t("results.figure.lengthTokens") },
          ]}
          value={length}
          onChange={setLength}
          mb="sm"
        />
      }
    />
  );
}

function Confusion({ distributions: { confusion, recipe } }: Pick<Props, "distributions">) {
  const { t, i18n } = useTranslation("admin");
  const most = Math.max(1, ...confusion.map(({ inputs }) => inputs));
  return (
    <Section title={t("results.figure.confusion")} lead={t("results.figure.confusionNote")}>
      {confusion.length === 0 ? (
        <Text c="dimmed">{t("results.figure.confusionNone")}</Text>
      ) : (
        <PlainTable label={t("results.figure.confusion")}>
          <thead>
            <tr>
              <th scope="col">{t("results.figure.golden")}</th>
              <th scope="col">{t("results.figure.answer")}</th>
              <th scope="col" data-number>
                {t("results.figure.inputs")}
              </th>
              <td style={{ width: "40%" }} />
            </tr>
          </thead>
          <tbody>
            {confusion.map(({ golden, answer, inputs }) => (
              <tr key={JSON.stringify([golden, answer])}>
                <th scope="row" lang="">
                  {golden}
                </th>
                <td lang="">→ {answer}</td>
                <td data-number>{whole(inputs, i18n.language)}</td>
                <td>
                  <div aria-hidden="true">
                    <Bar
                      segments={[{ key: "inputs", value: inputs, fill: "strong" }]}
                      total={most}
                      label={whole(inputs, i18n.language)}
                    />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <Recipe text={recipe} />
    </Section>
  );
}
