"""The steps of setting Whybench up, each skipped if its stamp says that it is done. Standard library only.

A stamp is written once its step is whole, and lies inside what the step made: who removes the one removes the
other, and a start that was broken off goes on where it stopped.
"""

import hashlib
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from scripts.terminal import PYTHON, ROOT, VENV, CannotStart, failed, run, say, step

FRONTEND = ROOT / "frontend"
STAMPS = VENV / "stamps"
OLDEST = (3, 11)
GIGABYTE = 10**9
PIP = [str(PYTHON), "-m", "pip", "install"]
UV = [str(VENV / "bin" / "uv"), "pip", "install", "--python", str(PYTHON)]
Way = tuple[str | None, list[str]]  # a remark for the terminal, and a command
# What a first set-up needs on disk, with room for the installers' caches; by whether models are wanted.
SPACE = {True: 4 * GIGABYTE, False: 2 * GIGABYTE}


def make_environment(*, with_ml: bool) -> None:
    """Make .venv, unless there is one that works; a broken one is made anew.

    Raises CannotStart, as every step does.
    """
    if works(PYTHON):
        return
    check_space(SPACE[with_ml])
    with step("Python environment"):
        shutil.rmtree(VENV, ignore_errors=True)
        code, words = run([sys.executable, "-m", "venv", str(VENV)])
        if code != 0:
            shutil.rmtree(VENV, ignore_errors=True)
            if "ensurepip" in words or "No module named venv" in words:
                raise CannotStart(venv_sentence(sys.version_info[:2]))
            raise failed("Python environment", words)


def check_space(needed: int) -> None:
    free = shutil.disk_usage(ROOT).free
    if free < needed:
        raise CannotStart(
            f"There is not enough disk space: a first set-up needs {needed / GIGABYTE:.1f} GB below {ROOT}, "
            f"and {free / GIGABYTE:.1f} GB are free. Make room, or leave the models out: "
            f"./start --no-ml ({SPACE[False] / GIGABYTE:.1f} GB)."
        )


def venv_sentence(version: tuple[int, int]) -> str:
    return (
        "This Python cannot make virtual environments: a part of it is not installed. "
        f"On Debian and Ubuntu: apt install python{version[0]}.{version[1]}-venv, then run ./start again."
    )


def works(python: Path) -> bool:
    """Whether an environment's Python runs, is new enough, has pip, and was made for the place it lies in.

    The commands in an environment begin with its full path, so a checkout that was moved needs a new one.
    """
    code = f"import sys, pip; sys.exit(sys.version_info[:2] < {OLDEST!r})"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, check=False)
        first_words = (python.parent / "pip").read_text()[:400]
    except OSError:
        return False
    return done.returncode == 0 and str(python.parent / "python") in first_words


def install(title: str, lock: str, *, with_uv: bool = True) -> None:
    """Install one locked list; the lock is complete, so nothing beside it is looked for."""
    stamp = STAMPS / lock.replace("/", "-")
    wanted = digest([ROOT / lock])
    if stamp_of(stamp) == wanted:
        return
    with step(title):
        stamp.unlink(missing_ok=True)
        what = ["-q", "--no-deps", "--require-hashes", "-r", str(ROOT / lock)]
        ways = [(None, [*PIP, *what])]
        if with_uv:
            ways.insert(0, (None, [*UV, *what]))
        try_in_turn(title, ways)
        leave(stamp, wanted)


def install_torch(*, cuda: bool) -> None:
    """Install torch's CPU build, unless CUDA is asked for.

    Under one version there are files with and without CUDA, and on Linux the registry's has it: 2.7 GB. So
    first a local folder or mirror known to pip is asked for the CPU build, then uv, which knows where PyTorch
    keeps them; the registry's own file comes last.
    """
    version = torch_version()
    stamp = STAMPS / "torch"
    wanted = f"{version} {'cuda' if cuda else 'cpu'}"
    present = stamp_of(stamp)
    if present == wanted or (present == f"{version} cuda" and not cuda):
        return
    with step(f"torch {version}{' with CUDA' if cuda else ''}"):
        stamp.unlink(missing_ok=True)
        if not present and not cuda and imports_torch(version):
            leave(stamp, wanted)
            return
        try_in_turn("torch", cuda_ways(version) if cuda else cpu_ways(version))
        if not imports_torch(version):
            raise failed("torch", "torch was installed but cannot be imported.")
        leave(stamp, wanted)


def cpu_ways(version: str) -> list[Way]:
    if platform.system() != "Linux":
        return [(None, [*PIP, "-q", "--no-deps", f"torch=={version}"])]
    note = "(no CPU build found: downloading the one with CUDA, about 2.7 GB)"
    return [
        (None, [*PIP, "-q", "--no-deps", f"torch=={version}+cpu"]),
        (None, [*UV, "-q", "--no-deps", "--torch-backend=cpu", f"torch=={version}"]),
        (note, [*PIP, "-q", f"torch=={version}"]),
    ]


def cuda_ways(version: str) -> list[Way]:
    return [
        (
            "(about 2.7 GB)",
            [*UV, "-q", "--reinstall-package=torch", "--torch-backend=auto", f"torch=={version}"],
        ),
        # Three equals signs: a local "+cpu" file must not pass for it.
        (None, [*PIP, "-q", f"torch==={version}"]),
    ]


def try_in_turn(title: str, ways: Iterable[Way]) -> None:
    """Run the commands until one succeeds. pip helps where uv cannot: it knows other mirrors and folders."""
    words = ""
    for note, command in ways:
        if note:
            say(note, end=" ")
        code, more = run(command)
        words += more
        if code == 0:
            return
    raise failed(title, words)


def torch_version() -> str:
    """The version the worker's list names; the lock leaves torch out."""
    lines = (ROOT / "worker" / "requirements.in").read_text().splitlines()
    return next(line.removeprefix("torch==") for line in lines if line.startswith("torch=="))


def imports_torch(version: str) -> bool:
    code = f"import sys, torch; sys.exit(torch.__version__.split('+')[0] != {version!r})"
    return run([str(PYTHON), "-c", code])[0] == 0


def install_wordnet() -> None:
    """Fetch and unpack the dictionary of related words that the worker suggests from."""
    folder = ROOT / "worker" / "wordnet"
    stamp = folder / "dict" / ".whybench-stamp"
    wanted = digest([folder / name for name in ("package.json", "package-lock.json", ".npmrc", "unpack.py")])
    if stamp_of(stamp) == wanted:
        return
    with step("WordNet"):
        command = [str(VENV / "bin" / "npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        code, words = run(command, folder=folder)
        if code == 0:
            code, words = run([str(PYTHON), "-m", "worker.wordnet.unpack"])
        if code != 0:
            raise failed("WordNet", words)
        leave(stamp, wanted)


def install_frontend() -> None:
    """Install what package-lock.json names; npm removes an earlier set, and the stamp in it, first."""
    stamp = FRONTEND / "node_modules" / ".whybench-stamp"
    wanted = digest([FRONTEND / name for name in ("package.json", "package-lock.json", ".npmrc")])
    if stamp_of(stamp) == wanted:
        return
    with step("Front-end packages"):
        code, words = run([str(VENV / "bin" / "npm"), "ci", "--no-audit", "--no-fund"], folder=FRONTEND)
        if code != 0:
            raise failed("Front-end packages", words)
        leave(stamp, wanted)


def build_frontend() -> None:
    """Build the front end into frontend/dist; the build empties that folder, and the stamp in it, first."""
    built = FRONTEND / "dist"
    stamp = built / ".whybench-stamp"
    wanted = digest(frontend_sources())
    if stamp_of(stamp) == wanted and (built / "index.html").is_file():
        return
    with step("Front end"):
        code, words = run([str(VENV / "bin" / "npx"), "vite", "build"], folder=FRONTEND)
        if code != 0:
            raise failed("Front end", words)
        leave(stamp, wanted)


def frontend_sources() -> list[Path]:
    tops = [path for path in FRONTEND.iterdir() if path.is_file()]
    folders = [FRONTEND / name for name in ("src", "public")]
    return tops + [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def digest(paths: Iterable[Path]) -> str:
    """One hash over the names and contents of files."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def stamp_of(stamp: Path) -> str:
    return stamp.read_text().strip() if stamp.is_file() else ""


def leave(stamp: Path, text: str) -> None:
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(text + "\n")
