import type { Numbers } from "./figureSpecs";

const quoted = (cell: string | number | null) => {
  const text = cell === null ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Numbers as CSV after RFC 4180; what does not exist is empty. */
export const csvOf = ({ columns, rows }: Numbers) =>
  [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
