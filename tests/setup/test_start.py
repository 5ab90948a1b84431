"""What ./start says when it cannot go on, and that it changes nothing then."""

import ast
import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import starting, steps, terminal

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "start"


def run_start(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, START, *arguments],
        env={**os.environ, **variables},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


def test_start_names_a_port_in_use_and_one_that_is_free(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_start("--port", str(port), WHYBENCH_VAR=str(tmp_path / "var"))
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stdout
    assert "./start --port" in done.stdout
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EACCES, "Choose one above 1023"), (errno.EADDRNOTAVAIL, "Cannot listen on 10.0.0.1 port 80")],
)
def test_start_explains_a_port_it_may_not_have(number, words):
    assert words in starting.port_sentence("10.0.0.1", 80, OSError(number, os.strerror(number)))


def test_start_can_be_read_by_an_old_python():
    ast.parse(START.read_text(), feature_version=(3, 4))


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 9), (3, 10, 14)])
def test_start_says_that_a_python_is_too_old(version):
    namespace = {"__name__": "start"}
    exec(compile(START.read_text(), str(START), "exec"), namespace)  # noqa: S102
    sentence = namespace["too_old"](version)
    assert f"this is Python {version[0]}.{version[1]}." in sentence
    assert "3.11" in sentence
    assert namespace["too_old"]((3, 11, 0)) is None


def test_start_says_which_package_makes_virtual_environments():
    assert "apt install python3.12-venv" in steps.venv_sentence((3, 12))


def test_start_says_how_much_space_is_missing():
    with pytest.raises(terminal.CannotStart, match=r"needs 999999\.0 GB .* --no-ml"):
        steps.check_space(999_999 * steps.GIGABYTE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(
            "error: ... dns error: Name or service not known", "registry cannot be reached", id="uv"
        ),
        pytest.param("npm error code EAI_AGAIN", "registry cannot be reached", id="npm"),
        pytest.param("OSError: [Errno 28] No space left on device", "The disk is full", id="pip, full disk"),
        pytest.param("npm error nospc ENOSPC: no space left", "The disk is full", id="npm, full disk"),
        pytest.param("SyntaxError: what is this", "SyntaxError: what is this", id="anything else"),
    ],
)
def test_start_explains_a_failed_step(words, said):
    sentence = str(terminal.failed("Web packages", words))
    assert said in sentence
    assert "./start again" in sentence


def test_set_up_lets_one_start_at_a_time_into_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(starting, "VAR", tmp_path)
    monkeypatch.setattr(starting, "LOG", tmp_path / "log" / "setup.log")
    hold = "import fcntl, sys; lock = open(sys.argv[1], 'a'); fcntl.flock(lock, fcntl.LOCK_EX); "
    hold += "print(1, flush=True); input()"
    command = [sys.executable, "-c", hold, tmp_path / "setup.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "1\n"
        entered = []

        def let_go(text: str, end: str = "\n") -> None:
            entered.append(text)
            other.stdin.write("\n")
            other.stdin.flush()

        monkeypatch.setattr(starting, "say", let_go)
        with starting.setup_lock():
            assert entered == ["Another ./start is setting up this folder; waiting for it."]


def test_stamp_is_left_only_by_a_step_that_is_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(steps, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(terminal, "LOG", tmp_path / "setup.log")
    monkeypatch.setattr(steps, "UV", [sys.executable, "-c", "print('broken'); raise SystemExit(1)"])
    monkeypatch.setattr(steps, "PIP", steps.UV)
    with pytest.raises(terminal.CannotStart, match="broken"):
        steps.install("Web packages", "requirements-build.txt")
    assert not (tmp_path / "stamps").exists()
    monkeypatch.setattr(steps, "UV", [sys.executable, "-c", ""])
    steps.install("Web packages", "requirements-build.txt")
    assert (tmp_path / "stamps" / "requirements-build.txt").is_file()


def test_environment_of_children_leads_to_our_own_python_and_works_without_a_home(monkeypatch, tmp_path):
    monkeypatch.setattr(terminal, "VAR", tmp_path)
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    environment = terminal.child_environment()
    assert environment["PATH"].startswith(str(terminal.VENV / "bin"))
    assert environment["HOME"] == str(tmp_path / "home")
    assert not {"VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE"} & set(environment)


def test_broken_environment_is_noticed(tmp_path):
    assert not steps.works(tmp_path / "python")
    (tmp_path / "python").symlink_to("/nonexistent/python3.11")
    assert not steps.works(tmp_path / "python")


def test_environment_that_was_moved_is_noticed(tmp_path):
    python = tmp_path / "python"
    # A link would lose the way to pip: Python looks for it beside the name it was started by.
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / "pip").write_text(f"#!{python}\n")
    assert steps.works(python)
    (tmp_path / "pip").write_text("#!/elsewhere/python\n")
    assert not steps.works(python)


def test_command_that_is_missing_is_a_failed_step(tmp_path, monkeypatch):
    monkeypatch.setattr(terminal, "LOG", tmp_path / "setup.log")
    code, words = terminal.run(["/nonexistent/npm", "ci"])
    assert code == 127
    assert "No such file" in words
