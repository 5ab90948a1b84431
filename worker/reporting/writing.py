"""Tables as CSV, Markdown and LaTeX."""

import csv
import io

from worker.reporting.tables import DASH, Cell, Table

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    DASH: "--",
}


def as_csv(table: Table) -> str:
    """Comma-separated values for programs: full precision, fractions, empty where there is no number.

    A column with intervals is followed by its bounds. The last line is the recipe, in one cell after #.
    """
    wide = [any(row[place].interval for row in table.rows) for place in range(len(table.columns))]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    header: list[str] = []
    for column, bounds in zip(table.columns, wide, strict=True):
        header += [column, f"{column} low", f"{column} high"] if bounds else [column]
    writer.writerow(header)
    for row in table.rows:
        line: list[object] = []
        for cell, bounds in zip(row, wide, strict=True):
            line.append("" if cell.value is None else cell.value)
            if bounds:
                line += list(cell.interval) if cell.interval else ["", ""]
        writer.writerow(line)
    writer.writerow([f"# {table.recipe}"])
    return file.getvalue()


def as_markdown(table: Table) -> str:
    """A table of GitHub's Markdown under its title, with note and recipe."""
    lines = [f"## {table.heading}", ""]
    aligned = ["---"] * table.heads + ["---:"] * (len(table.columns) - table.heads)
    rows = [list(table.columns), aligned, *([cell.text() for cell in row] for row in table.rows)]
    lines += ["| " + " | ".join(word.replace("|", "\\|") for word in row) + " |" for row in rows]
    return "\n".join([*lines, "", table.note.strip(), "", f"*{_starless(table.recipe)}*", ""])


def as_latex(table: Table) -> str:
    """A table environment with rules of booktabs; the recipe stands under it."""
    form = "l" * table.heads + "r" * (len(table.columns) - table.heads)
    rows = [" & ".join(_latex(cell.text()) for cell in row) + r" \\" for row in table.rows]
    return "\n".join(
        [
            "% needs \\usepackage{booktabs,graphicx}",
            r"\begin{table*}",
            r"\centering",
            rf"\caption{{{_latex(table.title)}. {_latex(table.note.strip())}}}",
            rf"\label{{tab:{table.slug}}}",
            r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
            rf"\begin{{tabular}}{{{form}}}",
            r"\toprule",
            " & ".join(_latex(column) for column in table.columns) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}}",
            "",
            rf"\smallskip\raggedright\scriptsize {_latex(table.recipe)}",
            r"\end{table*}",
            "",
        ]
    )


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _starless(text: str) -> str:
    return text.replace("*", "\\*")


def shown(cell: Cell) -> tuple[str, str]:
    """A cell as its number and its interval, for a page that sets them apart."""
    number, _, interval = cell.text().partition(" [")
    if cell.interval is None or isinstance(cell.value, str) or cell.value is None:
        return cell.text(), ""
    return number, f"[{interval}"
