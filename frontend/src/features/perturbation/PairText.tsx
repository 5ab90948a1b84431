import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Token } from "@/shared/tokens/cells";
import { cellsOf, type Span } from "@/shared/tokens/cells";
import { type Fate, fatesOf, type Link, linksOf, partnersOf } from "@/shared/tokens/links";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "@/shared/ui/MaskChip";
import tokenClasses from "@/shared/ui/tokens.module.css";
import { useTextFont } from "@/shared/ui/useTextFont";
import classes from "./PairText.module.css";

export interface Side {
  tokens: readonly Token[];
  tail: string;
  mask: Span | null;
  golden_answer: string | null;
  rationale: readonly number[];
}

interface Props {
  original: Side;
  perturbed: Side;
  language: string;
  /** Pairs of token indices: original, perturbed. */
  links: readonly (readonly number[])[];
}

interface Pointed {
  side: 0 | 1;
  index: number;
}

/** An original and its perturbed text side by side: what became of each word, and whose partner it is. */
export function PairText({ original, perturbed, language, links: pairs }: Props) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const links = linksOf(pairs);
  const fates = fatesOf(original.tokens, perturbed.tokens, links);
  const used = new Set([...fates.original, ...fates.perturbed]);
  const legend = (["changed", "added", "removed", "moved"] as const).filter((fate) => used.has(fate));
  const sides = [
    { side: 0 as const, title: t("pair.original"), text: original, fates: fates.original },
    { side: 1 as const, title: t("pair.perturbed"), text: perturbed, fates: fates.perturbed },
  ];
  return (
    <div>
      <div className={classes.pair}>
        {sides.map(({ side, title, text, fates: own }) => (
          <section key={side} className={classes.side}>
            <Text size="sm" fw={600} c="dimmed" component="h2" m={0}>
              {title}
            </Text>
            <LinkedText
              text={text}
              fates={own}
              language={language}
              isPointed={(index) => isPointed(pointed, side, index, links)}
              onPoint={(index) => setPointed(index === null ? null : { side, index })}
            />
          </section>
        ))}
      </div>
      <ul className={classes.legend} aria-label={t("pair.legend")}>
        {legend.map((fate) => (
          <li key={fate}>
            <span className={tokenClasses.token} data-look={fate}>
              {t(`pair.fate.${fate}`)}
            </span>
          </li>
        ))}
        <li>
          <span className={classes.inRationale}>{t("pair.rationale")}</span>
        </li>
      </ul>
    </div>
  );
}

function isPointed(pointed: Pointed | null, side: 0 | 1, index: number, links: readonly Link[]): boolean {
  if (!pointed) return false;
  if (pointed.side === side) return pointed.index === index;
  return partnersOf(links, pointed.side, pointed.index).includes(index);
}

interface LinkedTextProps {
  text: Side;
  fates: readonly Fate[];
  language: string;
  isPointed: (index: number) => boolean;
  onPoint: (index: number | null) => void;
}

function LinkedText({ text, fates, language, isPointed: pointed, onPoint }: LinkedTextProps) {
  const { t } = useTranslation();
  useTextFont(language);
  const rationale = new Set(text.rationale);
  return (
    <p
      className={tokenClasses.text}
      data-size="small"
      lang={langAttribute(language)}
      dir={directionOf(language)}
      onPointerLeave={() => onPoint(null)}
    >
      {cellsOf(text.tokens, text.mask).map((cell) => {
        if (cell.kind === "mask") {
          return (
            <span key="mask">
              {cell.before}
              <MaskChip answer={text.golden_answer ?? cell.text} />
            </span>
          );
        }
        const fate = fates[cell.index] ?? "kept";
        return (
          <span key={cell.index}>
            {cell.before}
            <span
              className={`${tokenClasses.token} ${rationale.has(cell.index) ? classes.inRationale : ""}`}
              data-look={fate === "kept" ? undefined : fate}
              data-partner={pointed(cell.index) ? "" : undefined}
              title={fate === "kept" ? undefined : t(`pair.fate.${fate}`)}
              onPointerEnter={() => onPoint(cell.index)}
            >
              {cell.text}
            </span>
          </span>
        );
      })}
      {text.tail}
    </p>
  );
}
