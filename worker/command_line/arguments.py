"""The arguments of the commands that need no models; argparse only, so that help is instant."""

import argparse
from pathlib import Path


def add_eraser(parser: argparse.ArgumentParser) -> None:
    """Describe eraser. The options of ERASER's scorer are understood under their own names too."""
    parser.add_argument(
        "--data", "--data_dir", type=Path, required=True, help="a folder of train, val, test and documents"
    )
    parser.add_argument("--split", required=True, help="train, val or test: the annotations to score against")
    parser.add_argument("--results", type=Path, required=True, help="the results, JSON lines or a YAML list")
    for name, shares in (("iou", [0.5]), ("aopc", [0.01, 0.05, 0.1, 0.2, 0.5])):
        parser.add_argument(
            f"--{name}-thresholds",
            f"--{name}_thresholds",
            type=float,
            nargs="+",
            default=shares,
            metavar="SHARE",
        )
    parser.add_argument("--score-file", "--score_file", type=Path, help="write the scores there as JSON, too")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Python's notation")


def add_report(parser: argparse.ArgumentParser) -> None:
    """Describe report."""
    parser.add_argument(
        "--release", type=Path, required=True, help="a release's folder: items.jsonl and manifest.json"
    )
    parser.add_argument(
        "--scores", type=Path, nargs="+", required=True, help="files that python -m worker score wrote"
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write tables and figures to")
