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
    parser.add_argument("--strict", action="store_true", help="refuse results without a classification")
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


def add_check_scores(parser: argparse.ArgumentParser) -> None:
    """Describe check-scores."""
    parser.add_argument("scores", type=Path, help="a file of scores, one JSON object a line")
    parser.add_argument("--in", dest="input", type=Path, required=True, help="the instances it is about")
    parser.add_argument(
        "--form", choices=("auto", "scores", "eraser", "released"), default="auto", help="which form it has"
    )
    parser.add_argument("--write", type=Path, help="a new file for the good lines, as score writes them")
    for name in ("model", "revision", "method"):
        parser.add_argument(f"--{name}", default="", help=f"the {name} of lines that name none")


def add_write_scores(parser: argparse.ArgumentParser) -> None:
    """Describe write-scores."""
    parser.add_argument(
        "--arrays",
        type=Path,
        required=True,
        help="an .npz of ids and saliencies (with lengths if flat), candidates, probabilities",
    )
    parser.add_argument("--instances", type=Path, required=True, help="what was scored, one JSON a line")
    parser.add_argument("--model", required=True, help="what the model is called")
    parser.add_argument("--revision", default="", help="which version of it")
    parser.add_argument("--method", required=True, help="what the saliency method is called")
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE", help="a setting of the method"
    )
    parser.add_argument("--out", type=Path, required=True, help="the file to write; it is replaced")


def add_download(parser: argparse.ArgumentParser) -> None:
    """Describe download."""
    parser.add_argument("--server", required=True, help="the server's address, beginning with https://")
    parser.add_argument("--benchmark", required=True, help="the benchmark's short name")
    parser.add_argument("--version", required=True, help="the release's version")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder to make the release's folder in")
    parser.add_argument("--token", default="", help="by default what the variable WHYBENCH_TOKEN holds")
