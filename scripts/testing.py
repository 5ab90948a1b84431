"""What `./test` runs once everything is set up: linters, types, contracts, front end, pytest."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.terminal import PYTHON, ROOT, VENV, child_environment, say

OUTPUT = ROOT / "test-output"
FRONTEND = ROOT / "frontend"
CLIENT_TYPES = FRONTEND / "src" / "api" / "schema.ts"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FONTS = "fonts-noto-cjk"
# Enough for commands that read the settings and open no connection.
NO_SERVICES = {
    "DATABASE_URL": "postgres://nobody@localhost:1/nothing",
    "CELERY_BROKER_URL": "redis://localhost:1/0",
    "WHYBENCH_SECRET_KEY": "only-for-checks",
}


@dataclass
class Outcome:
    """How one check went. detail: what to tell beside it, if anything."""

    name: str
    passed: bool
    seconds: float
    detail: str = ""


def main(arguments: Sequence[str]) -> int:
    """Run all checks. Returns 0 if all passed, else 1."""
    began = time.time()
    quick = list(arguments[:1]) == ["quick"]
    rest = arguments[1:] if quick else arguments
    in_ci = os.environ.get("CI") == "true"
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir()
    outcomes = []
    browser = True
    if not quick:
        outcomes.append(check("browser", find_browser))
        browser = outcomes[0].passed
        if not browser and not in_ci:
            outcomes[0] = Outcome("browser", True, outcomes[0].seconds, "NOT FOUND: browser tests do not run")
    outcomes += [check(name, work) for name, work in checks()]
    outcome, closing = run_pytest(rest, quick=quick, browser=browser)
    outcomes.append(outcome)
    summarise(outcomes, time.time() - began)
    say(closing)  # once more, as the last line: those who read only the end look for it
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def checks() -> list[tuple[str, Callable[[Path], bool]]]:
    """The checks beside pytest, in the order in which a mistake is cheapest to find."""
    python = [str(PYTHON)]
    manage = [*python, "manage.py"]
    npm = [str(VENV / "bin" / "npm"), "run", "--silent"]
    document = OUTPUT / "openapi.yaml"
    return [
        ("ruff", command(*python, "-m", "ruff", "check", ".")),
        ("ruff format", command(*python, "-m", "ruff", "format", "--check", ".")),
        ("import contracts", command(str(VENV / "bin" / "lint-imports"))),
        ("mypy", command(*python, "-m", "mypy", "annotation_app", "worker", "scripts")),
        ("migrations", command(*manage, "makemigrations", "--check", "--dry-run")),
        (
            "API document",
            command(*manage, "spectacular", "--validate", "--fail-on-warn", "--file", str(document)),
        ),
        ("client types", lambda log: client_types_agree(document, log)),
        ("front-end lint", command(*npm, "check", folder=FRONTEND)),
        ("front-end types", command(*npm, "types", folder=FRONTEND)),
        ("front-end tests", command(*npm, "test", folder=FRONTEND)),
    ]


def check(name: str, work: Callable[[Path], bool]) -> Outcome:
    """Run one check into its own log; print its line, and the end of the log if it failed."""
    began = time.time()
    say(f"  {name:<22}", end=" ")
    log = OUTPUT / f"{name.replace(' ', '-')}.log"
    log.touch()
    passed = work(log)
    seconds = time.time() - began
    say(f"{seconds:6.1f} s  {'ok' if passed else 'FAILED'}")
    if not passed:
        say("\n".join("    " + line for line in log.read_text(errors="replace").splitlines()[-60:]))
    return Outcome(name, passed, seconds)


def command(*argv: str, folder: Path = ROOT) -> Callable[[Path], bool]:
    """A check that passes if a command ends with 0."""

    def work(log: Path) -> bool:
        with log.open("a") as output:
            done = subprocess.run(
                argv,
                cwd=folder,
                env={**child_environment(), **NO_SERVICES},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
            )
        return done.returncode == 0

    return work


def client_types_agree(document: Path, log: Path) -> bool:
    """Whether the client's types are what the server's own document gives."""
    fresh = OUTPUT / "schema.ts"
    generate = [str(VENV / "bin" / "npx"), "openapi-typescript", str(document), "--output", str(fresh)]
    if not command(*generate, folder=FRONTEND)(log):
        return False
    if CLIENT_TYPES.is_file() and CLIENT_TYPES.read_bytes() == fresh.read_bytes():
        return True
    with log.open("a") as output:
        output.write(
            f"{CLIENT_TYPES.relative_to(ROOT)} is not what the API document gives. Renew it:\n"
            "  scripts/api_types\n"
        )
        subprocess.run(["diff", str(CLIENT_TYPES), str(fresh)], stdout=output, stderr=output, check=False)
    return False


def find_browser(log: Path) -> bool:
    """Find Chromium and a font for Chinese, or install both where the system's packages allow it."""
    if _browser_is_complete():
        return True
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        with log.open("a") as output:
            output.write(
                "The browser tests cannot run: Chromium or a font for Chinese is missing.\n"
                f"On Debian and Ubuntu: apt-get install chromium {FONTS}\n"
            )
        return False
    packages = [apt, "install", "-y", "--no-install-recommends", "chromium", FONTS, "fontconfig"]
    return command(apt, "update")(log) and command(*packages)(log) and _browser_is_complete()


def _browser_is_complete() -> bool:
    if not any(shutil.which(name) for name in BROWSERS) or shutil.which("fc-list") is None:
        return False
    fonts = subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, text=True, check=False)
    return bool(fonts.stdout.strip())


def run_pytest(arguments: Sequence[str], *, quick: bool, browser: bool) -> tuple[Outcome, str]:
    """Run pytest, its output shown as it comes. Returns how it went, and its closing line."""
    leave_out = "not slow and not e2e" if quick else "" if browser else "not e2e"
    argv = [str(PYTHON), "-m", "pytest", "-q", *(["-m", leave_out] if leave_out else []), *arguments]
    say("\n" + " ".join(["pytest", *argv[3:]]))
    began = time.time()
    closing = "pytest ended without a closing line"
    with (
        subprocess.Popen(
            argv,
            cwd=ROOT,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as run,
        (OUTPUT / "pytest.log").open("w") as log,
    ):
        for line in run.stdout or ():
            print(line, end="", flush=True)
            log.write(line)
            if line.strip():
                closing = line.strip()
    return Outcome("pytest", run.returncode == 0, time.time() - began), closing


def summarise(outcomes: Sequence[Outcome], seconds: float) -> None:
    say("\nSummary")
    for outcome in outcomes:
        word = "ok" if outcome.passed else "FAILED"
        say(f"  {outcome.name:<22} {outcome.seconds:6.1f} s  {outcome.detail or word}")
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    say(f"{'All passed' if not failed else 'Failed: ' + ', '.join(failed)}, {seconds:.0f} s in all.")
