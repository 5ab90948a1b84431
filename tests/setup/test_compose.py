"""docker-compose.yml: that it is one, and that its commands are those of ./start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from compose_spec import PyCompose

from annotation_app.core.supervisor.commands import commands

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
SERVICES = yaml.safe_load(TEXT)["services"]
WANTED = commands(
    python="python",
    binding="0.0.0.0:8000",
    schedule=Path("/app/var/beat-schedule"),
    queues={"worker-cpu": "cpu", "worker-gpu": "gpu"},
)


def filled(text: str) -> str:
    """The file with its variables filled in, by their defaults where they have one."""
    return re.sub(
        r"\$\{\w+(?::-([^}]*)|:\?[^}]*)\}", lambda found: "/given" if found[1] is None else found[1], text
    )


def test_compose_file_follows_the_compose_specification():
    # The reader knows no merge keys (`<<`), which YAML resolves.
    resolved = yaml.safe_dump(yaml.safe_load(filled(TEXT)))
    assert set(PyCompose.from_yaml(resolved).service_names()) == {
        *("postgres", "redis", "prepare", "web", "tasks", "beat", "worker-cpu", "worker-gpu")
    }


def test_compose_reader_refuses_a_wrong_key():
    with pytest.raises(ValueError, match="imag"):
        PyCompose.from_yaml("services: {web: {imag: x}}")


@pytest.mark.parametrize("name", WANTED)
def test_compose_service_runs_the_command_of_start(name):
    assert SERVICES[name]["command"] == WANTED[name]


@pytest.mark.parametrize("name", ["worker-cpu", "worker-gpu"])
def test_compose_scoring_worker_gets_no_password(name):
    assert set(SERVICES[name]["environment"]) == {"CELERY_BROKER_URL"}


def test_compose_file_carries_no_secret():
    for name, service in SERVICES.items():
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable or "SECRET" in variable:
                assert value.startswith("${"), f"{name}: {variable}"


def test_compose_builds_from_dockerfiles_that_copy_what_exists():
    for name, service in SERVICES.items():
        if "build" not in service:
            continue
        dockerfile = ROOT / service["build"]["dockerfile"]
        for line in dockerfile.read_text().splitlines():
            if line.startswith("COPY ") and "--from" not in line:
                for source in line.split()[1:-1]:
                    assert (ROOT / source).exists(), f"{name}: {source}"


def test_web_command_is_understood_by_the_web_server():
    argv = [sys.executable, *SERVICES["web"]["command"][1:], "--check-config"]
    done = subprocess.run(argv, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tasks", "beat", "worker-gpu"])
def test_celery_command_is_understood_by_celery(name):
    # Celery reads all options and loads the application before it comes to --help.
    argv = [sys.executable, *SERVICES[name]["command"][1:]]
    asked = subprocess.run([*argv, "--help"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    wrong = subprocess.run([*argv, "--hlp"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert wrong.returncode != 0


def test_another_machines_worker_is_the_one_of_this_machine_with_the_queues_address():
    text = (ROOT / "docker-compose.gpu.yml").read_text()
    assert PyCompose.from_yaml(filled(text)).service_names() == ["worker-gpu"]
    ((_, service),) = yaml.safe_load(text)["services"].items()
    here = SERVICES["worker-gpu"]
    for part in ("command", "image", "build", "deploy"):
        assert service[part] == here[part]
    assert "DATABASE_URL" not in service["environment"]
    assert "WHYBENCH_SECRET_KEY" not in service["environment"]
    address = service["environment"]["CELERY_BROKER_URL"]
    assert "${WHYBENCH_QUEUE_ADDRESS" in address
    assert "${REDIS_PASSWORD" in address
    # By default the queue is open to its own machine alone.
    assert SERVICES["redis"]["ports"] == ["${WHYBENCH_QUEUE_ADDRESS:-127.0.0.1}:6379:6379"]
