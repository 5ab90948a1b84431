import { Code, List, Stack, Text, Title, type TitleOrder } from "@mantine/core";
import { Fragment } from "react";
import { PlainTable } from "@/shared/ui/PlainTable";
import { type Block, blocksOf, stretchesOf } from "./sheet";

/** A release's datasheet, which is written in English on every page. Its headings go below the page's own. */
export function Datasheet({ markdown }: { markdown: string }) {
  const blocks = blocksOf(markdown).filter((block) => block.kind !== "heading" || block.level > 1);
  return (
    <Stack gap="sm" lang="en" maw="54rem">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        <Part key={index} block={block} />
      ))}
    </Stack>
  );
}

function Part({ block }: { block: Block }) {
  if (block.kind === "heading")
    return (
      <Title order={Math.min(6, block.level + 1) as TitleOrder} fz="md" mt="sm">
        {block.text}
      </Title>
    );
  if (block.kind === "list")
    return (
      <List size="sm" spacing={4}>
        {block.rows.map((row) => (
          <List.Item key={row}>
            <Words text={row} />
          </List.Item>
        ))}
      </List>
    );
  if (block.kind === "table")
    return (
      <PlainTable label={block.heads.join(", ")}>
        <thead>
          <tr>
            {block.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.join(" ")}>
              {row.map((cell, index) =>
                index === 0 ? (
                  <th key={block.heads[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={block.heads[index]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    );
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      <Words text={block.text} />
    </Text>
  );
}

const Words = ({ text }: { text: string }) =>
  stretchesOf(text).map(({ text: stretch, code }, index) =>
    code ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <Code key={index}>{stretch}</Code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <Fragment key={index}>{stretch}</Fragment>
    ),
  );
