"""docker-compose.yml: that it is one, and that its commands are those of ./start."""

import os
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


def test_compose_file_follows_the_compose_specification():
    # The reader knows no merge keys (`<<`), which YAML resolves.
    resolved = yaml.safe_dump(yaml.safe_load(TEXT))
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
