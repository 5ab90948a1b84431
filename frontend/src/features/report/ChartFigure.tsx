import { Text } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import type { Dot } from "./reportTable";

const ReportChart = lazy(() => import("./ReportChart"));

/** The chart with its note. The drawing library comes only when there is something to draw. */
export function ChartFigure({ dots }: { dots: readonly Dot[] }) {
  const { t } = useTranslation("admin");
  if (dots.length === 0) return <Text c="dimmed">{t("report.chartEmpty")}</Text>;
  const rows = new Set(dots.map(({ language, dimension }) => `${language} ${dimension}`)).size;
  return (
    <figure style={{ margin: 0, maxWidth: "64rem" }}>
      <div style={{ minHeight: `${rows * 2.25 + 4.5}rem` }}>
        <Suspense fallback={<LoadingLine />}>
          <ReportChart dots={dots} />
        </Suspense>
      </div>
      <Text component="figcaption" size="sm" c="dimmed">
        {t("report.chartNote")}
      </Text>
    </figure>
  );
}
