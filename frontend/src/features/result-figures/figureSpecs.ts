/** What a figure shows, in the reader's words and in the units of its axes; how it is drawn stands in `drawings`. */
export interface RatioFigure {
  kind: "ratio";
  axis: string;
  panels: string[];
  systems: string[];
  /** Each group of inputs at its place on the axis. */
  groups: { name: string; ratio: number }[];
  points: { panel: string; system: number; ratio: number; value: number; low: number; high: number }[];
}

export interface AccuracyFigure {
  kind: "accuracy";
  axis: string;
  original: string;
  perturbed: string;
  panels: string[];
  rows: string[];
  points: {
    panel: string;
    row: string;
    original: number;
    perturbed: number;
    /** The difference, and its interval. */
    label: string;
    ends: string;
  }[];
}

export interface HistogramFigure {
  kind: "histograms";
  parts: {
    head: string;
    side: string;
    bars: { low: number; high: number; count: number }[];
    mean: number | null;
  }[];
}

export interface ScatterFigure {
  kind: "scatter";
  xAxis: string;
  yAxis: string;
  points: { x: number; y: number }[];
}

export type FigureSpec = RatioFigure | AccuracyFigure | HistogramFigure | ScatterFigure;

/** A figure's numbers: what its table and its CSV say. */
export interface Numbers {
  columns: string[];
  rows: (string | number | null)[][];
}
