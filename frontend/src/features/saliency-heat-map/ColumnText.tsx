import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ColumnHalf, ExplainedItem } from "@/api/runs";
import { ServerSentence } from "@/shared/i18n/ServerSentence";
import { useWords } from "@/shared/i18n/useWords";
import { fixed, percent, signed, whole } from "@/shared/numbers/format";
import { HeatText } from "./HeatText";
import { agreement, heatOf } from "./heat";
import classes from "./ItemScoresView.module.css";

interface Props {
  label: string;
  explained: ExplainedItem;
  /** What the model and method made of it; null where their run does not hold the text. */
  found: ColumnHalf | null;
  active: number | null;
  facing: ReadonlySet<number>;
  /** The words pointed at, here or by the other text. */
  words: readonly number[];
  /** Which words of the other text a word faces; null where there is no other text. */
  faces: ((index: number) => string[]) | null;
  onActivate: (index: number | null) => void;
}

/** One text as one model and method explain it, with the numbers of the word pointed at below. */
export function ColumnText({ label, explained, found, active, facing, words, faces, onActivate }: Props) {
  const { t, i18n } = useTranslation("admin");
  const named = useWords();
  const { item, rationale } = explained;
  const language = i18n.language;
  const saliency = found?.saliency ?? null;
  const heat = saliency && heatOf(saliency.scores, item.mask);
  const total = heat ? heat.filter(({ rank }) => rank !== null).length : 0;
  const [people, model] = [new Set(rationale), new Set(found?.extracted)];

  /** What a word's number says; where it is no amount, the number itself stays unsaid. */
  function worth(index: number): string {
    const word = item.tokens[index]?.text ?? "";
    const warmth = heat?.[index];
    if (!warmth || !saliency) return t("saliency.noScore", { word });
    const rank = warmth.rank ?? "–";
    if (saliency.scale === "scores") {
      return t("saliency.token", { word, score: signed(warmth.score, language), rank, total });
    }
    if (saliency.scale === "ranks") return t("saliency.ranked", { word, rank, total });
    if (!model.has(index)) return t("saliency.notChosen", { word });
    return saliency.scale === "set"
      ? t("saliency.chosen", { word })
      : t("saliency.ranked", { word, rank, total });
  }

  function describe(index: number): string {
    const partners = faces?.(index);
    return [
      worth(index),
      ...(model.has(index) ? [t("saliency.inModel")] : []),
      ...(people.has(index) ? [t("saliency.inPeople")] : []),
      ...(partners
        ? [partners.length > 0 ? t("saliency.faces", { words: partners.join(" ") }) : t("saliency.facesNone")]
        : []),
    ].join(t("saliency.comma"));
  }

  if (!found) return <Text c="dimmed">{t("saliency.notHeld")}</Text>;
  if (found.error) {
    return (
      <p className={classes.failed}>
        {t("saliency.failed")} <ServerSentence {...found.error} named={named.runError} />
      </p>
    );
  }
  if (!saliency || !heat) return <Text c="dimmed">{t("saliency.noSaliency")}</Text>;
  const { both } = agreement(found.extracted, rationale);
  const idle = [
    t("saliency.agreement", { model: found.extracted.length, people: rationale.length, both }),
    ...(saliency.mask_and_special_mass === null
      ? []
      : [t("saliency.mass", { mass: percent(saliency.mask_and_special_mass, language) })]),
    ...(saliency.completeness_gap === null
      ? []
      : [t("saliency.gap", { gap: fixed(saliency.completeness_gap, language) })]),
    ...(saliency.points ? [t("saliency.points", { points: whole(saliency.points, language) })] : []),
  ];
  return (
    <div className={classes.half}>
      {saliency.scale !== "scores" && (
        <Text size="sm" c="dimmed">
          {t(`saliency.meaning.${saliency.scale}`)}
        </Text>
      )}
      <HeatText
        label={label}
        item={item}
        heat={heat}
        marked={model}
        active={active}
        facing={facing}
        describe={describe}
        onActivate={onActivate}
      />
      <p className={classes.readout} data-live={words.length > 0 || undefined}>
        {words.length > 0 ? words.map(describe).join(t("saliency.semicolon")) : idle.join(" ")}
      </p>
    </div>
  );
}
