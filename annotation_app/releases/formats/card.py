"""A dataset card: what a hub and its readers want to know first, with a header that its tools read."""

import json
from typing import Any

# https://huggingface.co/docs/hub/datasets-cards: keys by number of items, up to and not including.
SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)
LARGEST = "10M<n<100M"


def parts_in(manifest: dict[str, Any]) -> list[str]:
    """The parts that a release's items are in; one test set where it is not split."""
    split, held_back = manifest.get("split") or {}, manifest.get("held_back") or {}
    items = {part: number for part, number in (split.get("items") or {}).items() if number}
    items.pop(held_back.get("part"), None)
    return sorted(items) or ["test"]


def written(manifest: dict[str, Any]) -> bytes:
    """README.md of a folder of Parquet files."""
    counts, benchmark = manifest["counts"], manifest["benchmark"]
    size = next((name for limit, name in SIZES if counts["items"] < limit), LARGEST)
    languages = sorted({language.split("-")[0] for language in counts["by_language"]})
    title = f"{benchmark['title']} {manifest['release']}"
    header = [
        "---",
        f"pretty_name: {json.dumps(title, ensure_ascii=False)}",
        "language:",
        *(f"- {language}" for language in languages),
        "license: other",
        "task_categories:",
        "- fill-mask",
        "tags:",
        "- interpretability",
        "- rationales",
        "size_categories:",
        f"- {size}",
        "configs:",
        "- config_name: default",
        "  data_files:",
    ]
    for part in parts_in(manifest):
        header += [f"  - split: {part}", f"    path: {part}.parquet"]
    body = [
        "---",
        "",
        f"# {title}",
        "",
        "An interpretability benchmark for language models: texts with a masked span, the tokens that "
        "support its answer (the rationale), and perturbed copies of each text.",
        "",
        f"{counts['originals']} originals and {counts['perturbed']} perturbed items "
        f"in {counts['pairs']} pairs.",
        "",
        "| corpus | licence | items |",
        "| --- | --- | ---: |",
        *(
            f"| {_cell(row['corpus'])} | {_cell(row['licence'])} | {row['items']} |"
            for row in manifest["corpora"]
        ),
        "",
        "Token indices begin at 0, ends are exclusive, and offsets count Unicode code points of `text`.",
        "",
    ]
    return "\n".join(header + body).encode()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ") or "not stated"
