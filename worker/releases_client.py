"""Fetch a release from a Whybench server and hold every file against its checksum. Needs nothing but Python.

download_release("https://server", "capitals", "1.0.0", Path("out"), token="...") returns the folder that
worker.reporting.release.open_release opens.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

MANIFEST = "manifest.json"
TOKEN_VARIABLE = "WHYBENCH_TOKEN"  # noqa: S105 - the variable's name
BLOCK = 1 << 20
TRIES = 3
TIMEOUT_SECONDS = 60
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)

Told = Callable[[str], None]


class DownloadFailed(Exception):
    """A release that could not be fetched, or is not what its server says it is. The text says why."""


def download_release(
    server: str, benchmark: str, version: str, folder: Path, *, token: str = "", tell: Told | None = None
) -> Path:
    """Download all public files of a release into folder/benchmark-version and return that path.

    server: its address, with http or https. token: one made on the account page, by default from the variable
    WHYBENCH_TOKEN; it is sent to this server alone. tell: is given a sentence now and then. A file that is
    there and whole is kept; one that broke off goes on where it stopped. Raises DownloadFailed.
    """
    if urlsplit(server).scheme not in ("http", "https"):
        raise DownloadFailed(f"{server}: give the server's address, beginning with https:// or http://.")
    tell = tell or (lambda sentence: None)
    address = f"{server.rstrip('/')}/api/benchmarks/{quote(benchmark)}/releases/{quote(version, safe='')}"
    fetch = partial(_open, token=token or os.environ.get(TOKEN_VARIABLE, ""))
    release = _json(fetch(address), address)
    if not isinstance(release, dict) or release.get("manifest") is None:
        raise DownloadFailed(f"{version} is not published; the server says it is {_state(release)}.")
    if release.get("withdrawn"):
        tell(f"This release was withdrawn: {release['withdrawn']['reason']}")
    target = folder / f"{benchmark}-{version}"
    target.mkdir(parents=True, exist_ok=True)
    for file in _files(release):
        _fetch_file(fetch, f"{address}/files/{quote(file['name'])}", target / file["name"], file)
        tell(f"{file['sha256']}  {target / file['name']}")
    _hold_against_manifest(target, release)
    return target


def _state(release: Any) -> str:
    return str(release.get("state", "not there")) if isinstance(release, dict) else "not there"


def _files(release: dict[str, Any]) -> list[dict[str, Any]]:
    """The files to fetch. Raises DownloadFailed for a name that could leave the folder."""
    files: list[dict[str, Any]] = release["files"]
    for file in files:
        if not NAME.fullmatch(file["name"]):
            raise DownloadFailed(f"The server names a file {file['name']!r}, which is no file's name here.")
    return files


def _hold_against_manifest(target: Path, release: dict[str, Any]) -> None:
    """The manifest says which files there are and what they are; the server's list is how to get them."""
    manifest = json.loads((target / MANIFEST).read_bytes())
    if manifest != release["manifest"]:
        raise DownloadFailed(f"{target / MANIFEST} is not what the server says of this release.")
    for file in manifest["files"]:
        found = checksum(target / file["name"]) if (target / file["name"]).is_file() else "none"
        if found != file["sha256"]:
            raise DownloadFailed(
                f"{target / file['name']} has the checksum {found}, the manifest says {file['sha256']}."
            )


def checksum(path: Path) -> str:
    """A file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch_file(fetch: Callable[..., Any], address: str, path: Path, file: dict[str, Any]) -> None:
    """Fetch a file beside its place and put it there once it is whole and right."""
    if path.is_file() and path.stat().st_size == file["size"] and checksum(path) == file["sha256"]:
        return
    part = path.with_name(f"{path.name}.part")
    for attempt in range(1, TRIES + 1):
        try:
            _go_on(fetch, address, part, file)
            break
        except (OSError, HTTPException) as error:
            if isinstance(error, HTTPError) or attempt == TRIES:
                raise DownloadFailed(f"{address}: {error}.") from error
    found = checksum(part)
    if found != file["sha256"]:
        part.unlink()
        raise DownloadFailed(f"{address} has the checksum {found}, the server says {file['sha256']}.")
    part.replace(path)


def _go_on(fetch: Callable[..., Any], address: str, part: Path, file: dict[str, Any]) -> None:
    """Read what is missing of a part. Raises OSError or HTTPException where the connection breaks."""
    begun = part.stat().st_size if part.is_file() else 0
    if begun > file["size"]:
        part.unlink()
        begun = 0
    if begun == file["size"] and part.is_file():
        return
    headers = {"Range": f"bytes={begun}-", "If-Range": f'"{file["sha256"]}"'} if begun else {}
    with fetch(address, headers) as answer, part.open("ab" if answer.status == 206 else "wb") as out:
        while block := answer.read(BLOCK):
            out.write(block)
    if part.stat().st_size < file["size"]:
        raise ConnectionError(f"the connection ended after {part.stat().st_size} of {file['size']} bytes")


def _open(address: str, headers: dict[str, str] | None = None, *, token: str) -> Any:
    request = Request(address, headers=headers or {})  # noqa: S310 - http and https only
    if token:
        request.add_unredirected_header("Authorization", f"Token {token}")
    try:
        return urlopen(request, timeout=TIMEOUT_SECONDS)  # noqa: S310
    except HTTPError as error:
        raise DownloadFailed(_refusal(address, error)) from error
    except URLError as error:
        raise ConnectionError(str(error.reason)) from error


def _refusal(address: str, error: HTTPError) -> str:
    """What the server says, in its own words where it has some."""
    try:
        detail = json.loads(error.read())["detail"]
    except (ValueError, KeyError, TypeError, OSError):
        detail = error.reason
    return f"{address}: {error.code}, {detail}"


def _json(answer: Any, address: str) -> Any:
    with answer:
        try:
            return json.loads(answer.read())
        except ValueError as error:
            raise DownloadFailed(f"{address} does not answer as a Whybench server does.") from error
