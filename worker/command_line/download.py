"""python -m worker download: a release's files, checked, in a folder."""

import argparse
import sys

from worker.releases_client import DownloadFailed, download_release


def run(chosen: argparse.Namespace) -> int:
    """Download a release. Returns 0, or 2 with the reason on standard error."""
    try:
        path = download_release(
            chosen.server, chosen.benchmark, chosen.version, chosen.out, token=chosen.token, tell=_tell
        )
    except (DownloadFailed, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{path}\n")
    return 0


def _tell(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
