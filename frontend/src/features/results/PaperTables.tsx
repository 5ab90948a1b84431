import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PaperTable } from "@/api/results";
import { Recipe } from "@/shared/ui/Recipe";
import { ScrollFrame } from "@/shared/ui/ScrollFrame";
import { Section } from "@/shared/ui/Section";
import { Downloads } from "./Downloads";
import { ResultCell } from "./ResultCell";
import classes from "./ResultTable.module.css";

interface Props {
  slug: string;
  tables: readonly PaperTable[];
  release: string;
}

/** The first paper's tables in its own words; everything in them is English, whatever the page speaks. */
export function PaperTables({ slug, tables, release }: Props) {
  const { t } = useTranslation("admin");
  return (
    <Stack gap="xl">
      <div>
        <Group component="nav" aria-label={t("results.contents")} gap="sm" fz="sm" mb={4}>
          {tables.map(({ number, slug: name }) => (
            <Anchor key={name} href={`#${name}`} inherit>
              {t("results.table", { number })}
            </Anchor>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {t("results.tablesNote")}
        </Text>
      </div>
      {tables.map((table) => (
        <div key={table.slug} id={table.slug} style={{ minWidth: 0 }}>
          <OneTable slug={slug} table={table} release={release} />
        </div>
      ))}
    </Stack>
  );
}

function OneTable({ slug, table, release }: { slug: string; table: PaperTable; release: string }) {
  const { t } = useTranslation("admin");
  const { number, title, columns, heads, note, recipe, rows } = table;
  const name = t("results.table", { number });
  // The first column is a language; the one after it tells rows apart, so that it stays in sight.
  const naming = Math.min(1, heads - 1);
  return (
    <Section
      title={name}
      lead={<span lang="en">{title}</span>}
      action={<Downloads slug={slug} table={table.slug} filter={{ release }} />}
    >
      {rows.length === 0 ? (
        <Text c="dimmed">{t("results.emptyTable")}</Text>
      ) : (
        <ScrollFrame label={name} className={classes.scroll}>
          <table className={classes.table} lang="en">
            <thead>
              <tr>
                {columns.map((column, index) => {
                  const key = `${index} ${column}`;
                  const head = index < heads;
                  return (
                    <th
                      key={key}
                      scope="col"
                      data-words={head || undefined}
                      data-sticky={index === naming || undefined}
                      data-head={head || undefined}
                    >
                      {column}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, index) => {
                const words = cells.slice(0, heads).map(({ text }) => text);
                const key = [index, ...words].join(" ");
                return (
                  <tr key={key}>
                    {words.map((word, at) =>
                      at === naming ? (
                        <th key={columns[at]} scope="row" data-sticky data-head>
                          {word}
                          <span className={`${classes.small} ${classes.others}`}>
                            {words.filter((_, other) => other !== at).join(" · ")}
                          </span>
                        </th>
                      ) : (
                        <td key={columns[at]} data-words data-head>
                          {word}
                        </td>
                      ),
                    )}
                    {cells.slice(heads).map((cell, at) => (
                      <ResultCell key={`${columns[heads + at]}`} slug={slug} cell={cell} release={release} />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      <Text size="sm" c="dimmed" mt="xs" maw="46rem" lang="en">
        {note}
      </Text>
      <Recipe text={recipe} />
    </Section>
  );
}
