"""The table that performance.saliency prints, with what it was measured on."""

import argparse
import re
import textwrap
from pathlib import Path

import torch

README = Path(__file__).with_name("README.md")
HALF_ITEMS, HALF_STEPS = 6, 20

# What, beside what, our seconds, theirs, largest difference, share of the rate of matrix products.
Row = tuple[str, str, float, float, str, str]


def text(rows: list[Row], options: argparse.Namespace, half_rate: float, most: float) -> str:
    """Return the table with what it was measured on, as Markdown.

    most: how many times captum bfloat16 would be if products at the calibrated rate were all it did.
    """
    kind = processor()
    where = f"one thread of a shared server processor ({kind})" if options.device == "cpu" else "one GPU"
    told = (
        f"`python -m performance.saliency --items {options.items} --rounds {options.rounds}`, {where}, "
        f"torch {torch.__version__}, best of all rounds. The first four rows: BERT-base in size, random "
        "weights, 25 pieces an item. Share: operations that the result needs (head and last layer on masked "
        "rows only) a second, over the rate of a matrix product in the same precision, measured directly "
        f"before and after; bfloat16 products ran at {half_rate:.1f} times the rate of float32, so that "
        f"products alone would give {most:.1f} times captum. The difference of bfloat16 is that from our own "
        f"float32, over {HALF_ITEMS} items with {HALF_STEPS} points each: its rounding moves the scores of "
        "one item more than another's."
    )
    lines = [
        *textwrap.wrap(told, 110, break_on_hyphens=False),
        "",
        "| ours | beside | ours, s | beside, s | ratio | largest difference | share |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for what, beside, seconds, other, apart, share in rows:
        cells = (what, beside, f"{seconds:.2f}", f"{other:.2f}", f"{other / seconds:.2f}", apart, share)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def processor() -> str:
    """Return what the processor's products in bfloat16 are made with."""
    kind = torch.backends.cpu.get_cpu_capability()
    described = Path("/proc/cpuinfo")
    flags = described.read_text().split() if described.exists() else []
    units = [name for name in ("avx512_bf16", "amx_bf16") if name in flags]
    return f"{kind}, bfloat16 by {' and '.join(units) or 'no unit of its own'}"


def write_section(heading: str, body: str) -> None:
    """Replace the section of that heading in the README, or add it at the end."""
    content = README.read_text() if README.exists() else "# Performance\n"
    section = f"## {heading}\n\n{body}\n"
    pattern = re.compile(rf"^## {heading}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(content):
        content = pattern.sub(lambda _: f"{section}\n", content).rstrip() + "\n"
    else:
        content = f"{content.rstrip()}\n\n{section}"
    README.write_text(content)
