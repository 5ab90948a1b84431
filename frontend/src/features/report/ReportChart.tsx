import { useResizeObserver } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWords } from "@/shared/i18n/useWords";
import { hundredths } from "@/shared/numbers/format";
import { drawReport } from "./drawing";
import type { Dot } from "./reportTable";

/** Pixels a letter takes in the chart's type, about; a Chinese one is square. */
const LETTER = { en: 7.2, "zh-Hans": 14.5 };

/** Token-F1 and MAP of each dimension, a dot with its interval; numbers stand beside the dots. */
export default function ReportChart({ dots }: { dots: readonly Dot[] }) {
  const { t, i18n } = useTranslation("admin");
  const words = useWords();
  const [frame, { width }] = useResizeObserver<HTMLDivElement>();
  const drawing = useRef<HTMLDivElement>(null);
  const language = i18n.language;

  useEffect(() => {
    const room = drawing.current;
    if (!width || !room) return;
    const several = new Set(dots.map((dot) => dot.language)).size > 1;
    const marks = dots.map((dot) => ({
      metric: t(`report.column.${dot.metric}`),
      row: several
        ? `${words.dimension(dot.dimension)} · ${words.language(dot.language)}`
        : words.dimension(dot.dimension),
      value: dot.value * 100,
      low: dot.low * 100,
      high: dot.high * 100,
      label: hundredths(dot.value, language),
    }));
    const letters = Math.max(...marks.map(({ row }) => [...row].length));
    const names = letters * LETTER[language === "en" ? "en" : "zh-Hans"] + 16;
    const chart = drawReport(marks, { width, names, label: t("report.chartLabel") });
    room.replaceChildren(chart);
  }, [dots, width, language, t, words]);

  return (
    <div ref={frame}>
      <div ref={drawing} />
    </div>
  );
}
