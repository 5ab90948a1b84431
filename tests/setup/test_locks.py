"""The locked requirements."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = [
    "annotation_app/requirements.txt",
    "worker/requirements.txt",
    "requirements-build.txt",
    "requirements-dev.txt",
]
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


def pins(lock: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / lock).read_text()))


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_a_hash_for_each_package_and_names_no_address(lock):
    text = (ROOT / lock).read_text()
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
    assert not re.search(r"https?://|file:|--index-url|--find-links", text)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_what_its_list_asks_for(lock):
    asked = PIN.findall((ROOT / lock).with_suffix(".in").read_text())
    assert {name: version for name, version in asked if name != "torch"}.items() <= pins(lock).items()


def test_locks_agree_with_each_other():
    seen: dict[str, str] = {}
    for lock in LOCKS:
        for name, version in pins(lock).items():
            assert seen.setdefault(name, version) == version, f"{name} in {lock}"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_leaves_torch_and_cuda_out(lock):
    assert not [name for name in pins(lock) if re.match(r"torch|triton|nvidia|cuda", name)]


def test_web_list_brings_no_models_and_worker_list_no_database():
    assert not {"transformers", "captum"} & set(pins("annotation_app/requirements.txt"))
    assert not {"django", "psycopg2-binary"} & set(pins("worker/requirements.txt"))


def test_lock_script_drops_whole_blocks():
    drop = runpy.run_path(str(ROOT / "scripts" / "lock"))["without_torch"]
    numpy = "numpy==2 \\\n    --hash=sha256:a\n"
    torch = "torch==2 \\\n    --hash=sha256:b \\\n    --hash=sha256:c\n"
    cuda = "nvidia-x==1 ; sys_platform == 'linux' \\\n    --hash=sha256:d\n"
    other = "torchmetrics==1 \\\n    --hash=sha256:e\n"
    assert drop(numpy + torch + cuda + other) == numpy + other
