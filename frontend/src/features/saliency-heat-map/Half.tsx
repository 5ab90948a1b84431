import { Paper, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ScoredHalf } from "@/api/runs";
import { fixed, percent, signed } from "@/shared/numbers/format";
import { Guesses } from "./Guesses";
import { HeatText } from "./HeatText";
import { agreement, heatOf } from "./heat";
import classes from "./PairView.module.css";

interface Props {
  half: ScoredHalf;
  title: string;
  /** The word pointed at in this text. */
  active: number | null;
  /** The words that face the one pointed at in the other text. */
  facing: ReadonlySet<number>;
  /** Which words of the other text a word faces; null where there is no other text. */
  faces: ((index: number) => string[]) | null;
  full: number;
  onActivate: (index: number | null) => void;
}

/** One text of a pair twice, as people and as the model explain it, with the model's guesses beside. */
export function Half({ half, title, active, facing, faces, full, onActivate }: Props) {
  const { t, i18n } = useTranslation("admin");
  const { item, rationale, prediction, saliency, extracted } = half;
  const heat = saliency && heatOf(saliency.scores, item.mask);
  const total = heat ? heat.filter(({ rank }) => rank !== null).length : 0;
  const [people, model] = [new Set(rationale), new Set(extracted)];

  function describe(index: number): string {
    const word = item.tokens[index]?.text ?? "";
    const warmth = heat?.[index];
    const partners = faces?.(index);
    return [
      warmth
        ? t("saliency.token", {
            word,
            score: signed(warmth.score, i18n.language),
            rank: warmth.rank ?? "–",
            total,
          })
        : t("saliency.noScore", { word }),
      ...(model.has(index) ? [t("saliency.inModel")] : []),
      ...(people.has(index) ? [t("saliency.inPeople")] : []),
      ...(partners
        ? [partners.length > 0 ? t("saliency.faces", { words: partners.join(" ") }) : t("saliency.facesNone")]
        : []),
    ].join(t("saliency.comma"));
  }

  const { both } = agreement(extracted, rationale);
  const idle = [
    t("saliency.agreement", { model: extracted.length, people: rationale.length, both }),
    ...(saliency
      ? [t("saliency.mass", { mass: percent(saliency.mask_and_special_mass, i18n.language) })]
      : []),
    ...(saliency && saliency.completeness_gap !== null
      ? [t("saliency.gap", { gap: fixed(saliency.completeness_gap, i18n.language) })]
      : []),
  ];
  const pointed = active !== null ? [active] : [...facing];
  return (
    <Paper>
      <div className={classes.half}>
        <div>
          <Title order={2} mb="xs">
            {title}
          </Title>
          <div className={classes.row}>
            <span className={classes.who}>{t("saliency.people")}</span>
            <HeatText
              label={t("saliency.peopleLabel", { half: title })}
              item={item}
              heat={null}
              marked={people}
              active={active}
              facing={facing}
              describe={describe}
              onActivate={onActivate}
            />
          </div>
          <div className={classes.row}>
            <span className={classes.who}>{t("saliency.model")}</span>
            {heat ? (
              <HeatText
                label={t("saliency.modelLabel", { half: title })}
                item={item}
                heat={heat}
                marked={model}
                active={active}
                facing={facing}
                describe={describe}
                onActivate={onActivate}
              />
            ) : (
              <Text c="dimmed">{t("saliency.noSaliency")}</Text>
            )}
          </div>
          <p className={classes.readout} data-live={pointed.length > 0 || undefined}>
            {pointed.length > 0 ? pointed.map(describe).join(t("saliency.semicolon")) : idle.join(" ")}
          </p>
        </div>
        <div>
          <Guesses
            prediction={prediction}
            goldenAnswer={item.golden_answer}
            language={item.language}
            full={full}
          />
        </div>
      </div>
    </Paper>
  );
}
