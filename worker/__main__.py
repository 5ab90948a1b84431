"""Commands of the worker's library that need no server: python -m worker --help lists them."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from worker.command_line.arguments import (
    add_check_scores,
    add_download,
    add_eraser,
    add_report,
    add_write_scores,
)
from worker.types import MethodRef

DTYPES = ("float32", "float64", "bfloat16", "float16")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0, 1 if part of it went wrong, 2 if nothing could be done."""
    chosen = _parser().parse_args(arguments)
    if chosen.command == "verify":
        # Each command imports its own part: torch takes seconds, and transformers reads the environment.
        from worker.command_line.verify import run as run_verify

        return run_verify(chosen.cases, as_json=chosen.json)
    if chosen.command == "eraser":
        from worker.command_line.eraser import run as run_eraser

        return run_eraser(chosen)
    if chosen.command == "report":
        from worker.command_line.report import run as run_report

        return run_report(chosen)
    if chosen.command == "check-scores":
        from worker.command_line.check_scores import run as run_check_scores

        return run_check_scores(chosen)
    if chosen.command == "write-scores":
        from worker.command_line.write_scores import run as run_write_scores

        return run_write_scores(chosen)
    if chosen.command == "download":
        from worker.command_line.download import run as run_download

        return run_download(chosen)
    if chosen.command == "models":
        _prepare(device="auto", hub=False)
        from worker.command_line.models import run as run_models

        lines, status = run_models(check=chosen.check)
        sys.stdout.write("\n".join(lines) + "\n")
        return status
    _prepare(device=chosen.device, hub=chosen.hub)
    try:
        chosen.methods = _methods(chosen.method, chosen.set)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    from worker.command_line.score import run as run_score

    return run_score(chosen)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m worker", description="Whybench's models, methods and metrics without a server."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    score = commands.add_parser("score", help="predict and explain a file of instances")
    score.add_argument("--model", required=True, help="a folder, or a hub's name with --hub")
    score.add_argument("--revision", default="", help="what the model must be: sha256:..., or a hub's commit")
    score.add_argument("--hub", action="store_true", help="allow fetching the model from its hub")
    score.add_argument("--method", required=True, help="saliency methods, parted by commas")
    score.add_argument(
        "--set", action="append", default=[], metavar="METHOD.SETTING=VALUE", help="change a method's setting"
    )
    score.add_argument("--in", dest="input", type=Path, required=True, help="instances, one JSON a line")
    score.add_argument("--out", dest="output", type=Path, required=True, help="scores are added to this file")
    score.add_argument("--device", default="auto", help="auto, cpu, cuda, cuda:1, ...")
    score.add_argument("--dtype", choices=DTYPES, default="float32")
    score.add_argument(
        "--batch-tokens", type=_positive, help="pieces in one forward pass (2500 on a CPU, 65536 on a GPU)"
    )
    score.add_argument("--retry-failed", action="store_true", help="score again what failed before")
    models = commands.add_parser("models", help="list the model folders at hand")
    models.add_argument("--check", action="store_true", help="load each and let it score a sentence")
    verify = commands.add_parser("verify", help="recompute numeric cases and print each deviation")
    verify.add_argument("cases", type=Path, help="a file of cases: id, metric, inputs, expected, tolerance")
    verify.add_argument("--json", action="store_true", help="print the values as JSON instead")
    add_eraser(commands.add_parser("eraser", help="score rationales as ERASER's own scorer does"))
    add_report(commands.add_parser("report", help="the paper's tables and figure from a release and scores"))
    add_check_scores(commands.add_parser("check-scores", help="hold anybody's scores against instances"))
    add_write_scores(commands.add_parser("write-scores", help="make a file of scores from numpy arrays"))
    add_download(commands.add_parser("download", help="fetch a release from a server and check it"))
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return int(text)


def _prepare(*, device: str, hub: bool) -> None:
    """Tell the libraries, before they are imported, what they may use."""
    if device == "auto":
        os.environ.pop("WHYBENCH_DEVICE", None)
    else:
        os.environ["WHYBENCH_DEVICE"] = device
    if hub:
        os.environ["WHYBENCH_ALLOW_HUB"] = "1"
    os.environ.setdefault("HF_HUB_OFFLINE", "0" if os.environ.get("WHYBENCH_ALLOW_HUB") == "1" else "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")


def _methods(names: str, settings: Sequence[str]) -> list[MethodRef]:
    """Return the methods asked for. Raises ValueError in a sentence for a setting that belongs to none."""
    chosen: dict[str, dict[str, object]] = {name: {} for name in names.split(",") if name}
    if not chosen:
        raise ValueError("--method: name at least one.")
    for text in settings:
        path, equals, value = text.partition("=")
        method, dot, name = path.partition(".")
        if not equals or not dot or method not in chosen:
            raise ValueError(f"--set {text}: write METHOD.SETTING=VALUE for one of the methods of --method.")
        try:
            chosen[method][name] = json.loads(value)
        except ValueError:
            chosen[method][name] = value  # words need no quotation marks
    return [MethodRef(name, chosen[name]) for name in chosen]


if __name__ == "__main__":
    sys.exit(main())
