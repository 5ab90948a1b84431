import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "@/shared/numbers/format";
import { ErrorNotice } from "@/shared/ui/ErrorNotice";
import { LoadingLine } from "@/shared/ui/LoadingLine";
import { Recipe } from "@/shared/ui/Recipe";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { Section } from "@/shared/ui/Section";
import { paper } from "@/shared/ui/theme";
import { csvOf } from "./csv";
import type { FigureSpec, Numbers } from "./figureSpecs";
import { pngOf, saveFile, svgText } from "./picture";
import classes from "./ResultFigure.module.css";

const ResultChart = lazy(() => import("./ResultChart"));

/** Pixels of a picture that leaves the page: as wide as a printed page takes it. */
const PRINTED = 960;
const SHOWN_ROWS = 200;

interface Props {
  title: string;
  /** Of the files one saves, without their ending. */
  file: string;
  figure: FigureSpec;
  /** Room for the picture before it is drawn, so that nothing jumps. */
  height: string;
  /** Read out instead of the picture. */
  label: string;
  note: string;
  numbers: Numbers;
  recipe: string;
  /** A choice that belongs to this figure. */
  choice?: ReactNode;
}

/** A figure with its note, its numbers as a table on demand, and ways to keep it. */
export function ResultFigure({ title, file, figure, height, label, note, numbers, recipe, choice }: Props) {
  const { t } = useTranslation("admin");
  const saving = useMutation({
    mutationFn: async (form: "svg" | "png") => {
      const { draw } = await import("./draw");
      const chart = draw(figure, PRINTED, label);
      const text = svgText(chart, { title, description: recipe, values: paper });
      const size = { width: PRINTED, height: Number(chart.getAttribute("height")) };
      saveFile(
        form === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pngOf(text, size),
        `${file}.${form}`,
      );
    },
  });
  const saveNumbers = () =>
    // A byte order mark tells spreadsheets that the names are in UTF-8.
    saveFile(new Blob(["\ufeff", csvOf(numbers)], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
  const button = (form: string, onClick: () => void) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t("results.figure.save", { figure: title, form })}
      onClick={onClick}
    >
      {form}
    </Button>
  );
  return (
    <Section
      title={title}
      action={
        <Group gap="xs">
          {button("SVG", () => saving.mutate("svg"))}
          {button("PNG", () => saving.mutate("png"))}
          {button("CSV", saveNumbers)}
        </Group>
      }
    >
      {choice}
      {saving.error && <ErrorNotice error={saving.error} />}
      <figure className={classes.figure}>
        <div style={{ minHeight: height }}>
          <Suspense fallback={<LoadingLine />}>
            <ResultChart figure={figure} label={label} />
          </Suspense>
        </div>
        <Text component="figcaption" size="sm" c="dimmed" maw="46rem">
          {note}
        </Text>
      </figure>
      <NumberTable title={title} numbers={numbers} />
      <Recipe text={recipe} />
    </Section>
  );
}

function NumberTable({ title, numbers: { columns, rows } }: { title: string; numbers: Numbers }) {
  const { t, i18n } = useTranslation("admin");
  const shown = rows.slice(0, SHOWN_ROWS);
  return (
    <details className={classes.numbers}>
      <summary>{t("results.figure.numbers")}</summary>
      <ScrollFrame label={title} className={classes.table}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => {
              const key = `${index} ${row.join(" ")}`;
              return (
                <tr key={key}>
                  {row.map((cell, at) => (
                    <td key={columns[at]}>{cell ?? t("results.none")}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollFrame>
      {shown.length < rows.length && (
        <Text size="sm" c="dimmed">
          {t("results.figure.firstRows", {
            shown: whole(shown.length, i18n.language),
            all: whole(rows.length, i18n.language),
          })}
        </Text>
      )}
    </details>
  );
}
