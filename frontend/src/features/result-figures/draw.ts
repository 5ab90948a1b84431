import { drawAccuracy } from "./drawAccuracy";
import { drawHistograms, drawScatter } from "./drawDistributions";
import { asPicture } from "./drawFrame";
import { drawRatio } from "./drawRatio";
import type { FigureSpec } from "./figureSpecs";

function drawn(figure: FigureSpec, width: number): SVGSVGElement {
  switch (figure.kind) {
    case "ratio":
      return drawRatio(figure, width);
    case "accuracy":
      return drawAccuracy(figure, width);
    case "histograms":
      return drawHistograms(figure, width);
    case "scatter":
      return drawScatter(figure, width);
  }
}

/** Draws a figure so many pixels wide. label: read out instead of the picture. */
export const draw = (figure: FigureSpec, width: number, label: string) =>
  asPicture(drawn(figure, width), label);
