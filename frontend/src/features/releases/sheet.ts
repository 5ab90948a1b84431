/** The parts of a datasheet, whose Markdown is our own: headings, paragraphs, lists and tables. */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "text"; text: string }
  | { kind: "list"; rows: string[] }
  | { kind: "table"; heads: string[]; rows: string[][] };

const CELL = /(?<!\\)\|/;

export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(blockOf);
}

function blockOf(part: string): Block {
  const heading = /^(#{1,6}) (.*)$/.exec(part);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" };
  const lines = part.split("\n");
  if (lines.every((line) => line.startsWith("- ")))
    return { kind: "list", rows: lines.map((line) => line.slice(2)) };
  if (lines.length >= 2 && lines.every((line) => line.startsWith("|"))) {
    const [heads = [], , ...rows] = lines.map(cellsOf);
    return { kind: "table", heads, rows };
  }
  return { kind: "text", text: part };
}

const cellsOf = (line: string) =>
  line
    .split(CELL)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** A text cut into plain stretches and those set as code, which stand between backquotes. */
export const stretchesOf = (text: string): { text: string; code: boolean }[] =>
  text
    .split(/`([^`]+)`/)
    .map((stretch, index) => ({ text: stretch, code: index % 2 === 1 }))
    .filter((stretch) => stretch.text !== "");
