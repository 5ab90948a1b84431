"""Pictures of every page of the demo into docs/screenshots: `.venv/bin/python -m scripts.screenshots`.

Starts Whybench with the demo in a folder that is thrown away, so nothing in var/ is touched. Each page has
four pictures: light, dark, Chinese, and as wide as a telephone.
"""

import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from scripts.steps import build_frontend
from scripts.terminal import LOG, PYTHON, ROOT, child_environment, say
from tests.e2e.browser import FLAGS, PATIENCE, Windows, executable, whole_page
from tests.e2e.tour import Tourist, stops

FOLDER = ROOT / "docs" / "screenshots"
LARGEST = 150_000  # bytes
DESKTOP = {"width": 1280, "height": 800}


@dataclass(frozen=True)
class Form:
    """One form of each picture. options: of the browser's context."""

    name: str
    language: Literal["English", "中文"] = "English"
    options: dict[str, Any] = field(default_factory=lambda: {"viewport": DESKTOP})


FORMS = (
    Form("light"),
    Form("dark", options={"viewport": DESKTOP, "color_scheme": "dark"}),
    Form("zh", language="中文"),
    Form("narrow", options={"viewport": {"width": 360, "height": 740}, "has_touch": True}),
)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    LOG.parent.mkdir(parents=True, exist_ok=True)
    build_frontend()
    expect.set_options(timeout=PATIENCE)
    with running_demo() as (url, password), sync_playwright() as playwright:
        tour = stops(url, password)
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        for form in FORMS:
            windows = Windows(browser, url)
            for stop, page in Tourist(windows, tour, password, form.language, **form.options).visits():
                picture = FOLDER / f"{stop.name}-{form.name}.png"
                say(f"  {picture.name:<34} {take(page, picture) / 1000:5.0f} kB")
            if windows.errors:
                raise RuntimeError("\n".join(windows.errors))
        browser.close()


@contextmanager
def running_demo() -> Iterator[tuple[str, str]]:
    """The address of a Whybench with the demo and real workers, and the password of the demo's people."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="whybench-", dir="/tmp") as folder:
        own = {"DATABASE_URL", "CELERY_BROKER_URL"}
        environment = {name: value for name, value in child_environment().items() if name not in own}
        environment |= {"WHYBENCH_VAR": folder, "WHYBENCH_SIGN_IN_RATE": "1000/min", "WHYBENCH_THREADS": "1"}
        command = [str(PYTHON), str(ROOT / "manage.py"), "start", "--port", str(port)]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                yield f"http://127.0.0.1:{port}", password_in(server)
            finally:
                server.terminate()
                server.communicate(timeout=60)


def password_in(server: subprocess.Popen[str]) -> str:
    """The password from the table of people that a start prints; reads until all of it is there."""
    password = ""
    for line in server.stdout or ():
        if "admin1" in line.split():
            password = line.split()[-1]
        if line.startswith("Ctrl-C"):
            return password
    raise RuntimeError(f"Whybench did not start; it ended with {server.wait()}.")


def take(page: Page, path: Path) -> int:
    """Keep a picture of the whole page, in as few colours as it takes. Returns its size in bytes."""
    whole = Image.open(BytesIO(whole_page(page))).convert("RGB")
    for colours in (256, 128, 64, 32):
        whole.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= LARGEST:
            break
    return path.stat().st_size


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
