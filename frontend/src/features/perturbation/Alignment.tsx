import { Button, Group, Text } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Cell, cellsOf } from "@/shared/tokens/cells";
import { type Link, partnersOf, toggleLink } from "@/shared/tokens/links";
import { directionOf, langAttribute } from "@/shared/tokens/script";
import { MaskChip } from "@/shared/ui/MaskChip";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import classes from "./Alignment.module.css";
import { AlignmentLines } from "./AlignmentLines";
import type { Side } from "./PairText";

interface Props {
  original: Side;
  perturbed: Side;
  language: string;
  links: readonly Link[];
  /** Left out where the links are only shown. */
  onChange?: (links: Link[]) => void;
  /** Puts the computed links back; null where they are the computed ones. */
  onReset?: (() => void) | null;
}

/** A word on one of the two sides: 0 the original's, 1 the perturbed text's. */
export interface Place {
  side: 0 | 1;
  index: number;
}

const isSame = (one: Place | null, other: Place) => one?.side === other.side && one.index === other.index;
const selector = ({ side, index }: Place) => `[data-place="${side}-${index}"]`;

/** Which word stands for which: two rows with a line for each link. Two words picked are linked, or parted. */
export function Alignment({ original, perturbed, language, links, onChange, onReset }: Props) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Place | null>(null);
  const [pointed, setPointed] = useState<Place | null>(null);
  const [stops, setStops] = useState<[number, number]>([-1, -1]);
  const sides = [original, perturbed] as const;
  const rows = sides.map(({ tokens, mask }) => cellsOf(tokens, mask));
  const picks = rows.map((cells) => cells.flatMap((cell) => (cell.kind === "token" ? [cell.index] : [])));
  const word = ({ side, index }: Place) => sides[side].tokens[index]?.text ?? "";

  function pick(place: Place) {
    if (!onChange) return;
    if (!picked || picked.side === place.side) {
      setPicked(isSame(picked, place) ? null : place);
      return;
    }
    const [above, below] = place.side === 1 ? [picked, place] : [place, picked];
    onChange(toggleLink(links, [above.index, below.index]));
    setPicked(null);
  }

  function focusOn(place: Place) {
    canvas.current?.querySelector<HTMLElement>(selector(place))?.focus();
  }

  function onKeyDown(event: KeyboardEvent, { side, index }: Place) {
    const row = picks[side] ?? [];
    const at = row.indexOf(index);
    const by = directionOf(language) === "ltr" ? 1 : -1;
    const other = side === 0 ? 1 : 0;
    const across = () => partnersOf(links, side, index)[0] ?? picks[other]?.[at] ?? picks[other]?.at(-1);
    const targets: Record<string, Place | undefined> = {
      ArrowRight: placeOf(side, row[at + by]),
      ArrowLeft: placeOf(side, row[at - by]),
      ArrowDown: side === 0 ? placeOf(1, across()) : undefined,
      ArrowUp: side === 1 ? placeOf(0, across()) : undefined,
      Home: placeOf(side, row[0]),
      End: placeOf(side, row.at(-1)),
    };
    if (event.key === "Escape" && picked) setPicked(null);
    else if (event.key in targets) {
      const target = targets[event.key];
      if (target) focusOn(target);
    } else return;
    event.preventDefault();
  }

  function nameOf(place: Place): string {
    const partners = partnersOf(links, place.side, place.index).map((index) =>
      word({ side: place.side === 0 ? 1 : 0, index }),
    );
    const text = word(place);
    return partners.length > 0
      ? t("alignment.linked", { word: text, partner: partners.join(" ") })
      : t("alignment.alone", { word: text });
  }

  const cellOf = (side: 0 | 1, cell: Cell) => {
    if (cell.kind === "mask") {
      return (
        <span key="mask" data-place={`${side}-${cell.span.start}`}>
          <MaskChip answer={cell.text} />
        </span>
      );
    }
    const place: Place = { side, index: cell.index };
    const home = picks[side]?.includes(stops[side]) ? stops[side] : picks[side]?.[0];
    return (
      <button
        key={cell.index}
        type="button"
        className={classes.word}
        data-place={`${side}-${cell.index}`}
        data-alone={partnersOf(links, side, cell.index).length === 0 || undefined}
        data-rationale={sides[side].rationale.includes(cell.index) || undefined}
        aria-label={nameOf(place)}
        aria-pressed={onChange ? isSame(picked, place) : undefined}
        tabIndex={cell.index === home ? 0 : -1}
        onClick={() => pick(place)}
        onKeyDown={(event) => onKeyDown(event, place)}
        onFocus={() => {
          setPointed(place);
          setStops((now) => (side === 0 ? [place.index, now[1]] : [now[0], place.index]));
        }}
        onBlur={() => setPointed(null)}
        onPointerEnter={() => setPointed(place)}
        onPointerLeave={() => setPointed(null)}
      >
        {cell.text}
      </button>
    );
  };

  return (
    <section aria-label={t("alignment.title")}>
      <Group justify="space-between" gap="xs" mb={4} mih={30}>
        <Text fw={600}>{t("alignment.title")}</Text>
        {onReset && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t("alignment.reset")}
          </Button>
        )}
      </Group>
      {onChange && (
        <Text size="sm" c="dimmed" mb={6} aria-live="polite">
          {picked
            ? t(picked.side === 0 ? "alignment.pickBelow" : "alignment.pickAbove", { word: word(picked) })
            : t("alignment.lead")}
        </Text>
      )}
      <ScrollFrame className={classes.frame} label={t("alignment.title")}>
        <div
          ref={canvas}
          className={classes.canvas}
          lang={langAttribute(language)}
          dir={directionOf(language)}
        >
          <AlignmentLines
            original={original}
            perturbed={perturbed}
            links={links}
            active={picked ?? pointed}
          />
          {([0, 1] as const).map((side) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
            <div
              key={side}
              role="group"
              className={classes.row}
              data-side={side}
              aria-label={t(side === 0 ? "pair.original" : "pair.perturbed")}
            >
              {rows[side]?.map((cell) => cellOf(side, cell))}
            </div>
          ))}
        </div>
      </ScrollFrame>
    </section>
  );
}

const placeOf = (side: 0 | 1, index: number | undefined): Place | undefined =>
  index === undefined ? undefined : { side, index };
