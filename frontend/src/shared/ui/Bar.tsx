import classes from "./Bar.module.css";

/** How a stretch of a bar is filled: a tint of the accent by how far it is, or hatched for what was left out. */
export type Fill = "faint" | "light" | "middle" | "strong" | "full" | "hatched";

const tint = (share: number) => `color-mix(in oklab, var(--wb-accent) ${share}%, var(--wb-surface))`;

const FILLS: Record<Fill, string> = {
  faint: tint(20),
  light: tint(36),
  middle: tint(54),
  strong: tint(74),
  full: tint(100),
  hatched: "repeating-linear-gradient(135deg, var(--wb-line-strong) 0 1.5px, var(--wb-surface) 1.5px 5px)",
};

export function Swatch({ fill }: { fill: Fill }) {
  return <span className={classes.swatch} style={{ background: FILLS[fill] }} aria-hidden="true" />;
}

interface Props {
  segments: readonly { key: string; value: number; fill: Fill }[];
  /** What the whole bar stands for. Taken from the segments if they are more. */
  total: number;
  /** What the bar says, for those who can't see it. */
  label: string;
  tall?: boolean;
}

/** A strip whose stretches are as long as their numbers; what is missing to the total stays empty. */
export function Bar({ segments, total, label, tall = false }: Props) {
  const filled = segments.reduce((sum, { value }) => sum + value, 0);
  return (
    <div role="img" aria-label={label} className={`${classes.track} ${tall ? classes.tall : ""}`}>
      {segments
        .filter(({ value }) => value > 0)
        .map(({ key, value, fill }) => (
          <span
            key={key}
            className={classes.segment}
            style={{ flexGrow: value, flexBasis: 0, background: FILLS[fill] }}
          />
        ))}
      {total > filled && <span className={classes.rest} style={{ flexGrow: total - filled }} />}
    </div>
  );
}
