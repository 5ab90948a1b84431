import { useResizeObserver } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { draw } from "./draw";
import type { FigureSpec } from "./figureSpecs";

interface Props {
  figure: FigureSpec;
  label: string;
}

/** A figure as wide as its place; drawn anew when that changes. */
export default function ResultChart({ figure, label }: Props) {
  const [frame, { width }] = useResizeObserver<HTMLDivElement>();
  const drawing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (width) drawing.current?.replaceChildren(draw(figure, width, label));
  }, [figure, width, label]);
  return (
    <div ref={frame}>
      <div ref={drawing} />
    </div>
  );
}
