"""What `./start` does: check, set up what is not yet set up, become the supervisor. Standard library only.

All of it lands below the checkout: packages in .venv and frontend/node_modules, data in var/.
"""

import argparse
import errno
import fcntl
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from scripts import steps
from scripts.terminal import LOG, PYTHON, ROOT, VAR, CannotStart, child_environment, no_space, say


def main(arguments: Sequence[str]) -> int:
    """Set up, and become the supervisor unless told to stop there. Returns the exit code."""
    began = time.time()
    options = parse(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the installer at work, as Ctrl-C does
    try:
        if not options.setup_only:
            check_port(options.host, options.port)
        with setup_lock():
            set_up(options)
    except CannotStart as reason:
        say(f"\n{reason}")
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        say(f"\n{no_space()}")
        return 1
    except KeyboardInterrupt:
        say("\nStopped. Run ./start again: it goes on where it stopped.")
        return 130
    say(f"Set up in {time.time() - began:.1f} s.")
    if not options.setup_only:
        start(options, began)
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./start", description="Set up Whybench here and start it.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument("--no-ml", action="store_true", help="leave torch and the scoring worker out")
    parser.add_argument("--cuda", action="store_true", help="install torch's CUDA build (about 2.7 GB)")
    parser.add_argument("--no-demo", action="store_true", help="leave out the demo and its people")
    parser.add_argument("--setup-only", action="store_true", help="set up and stop")
    parser.add_argument("--dev", action="store_true", help="install what ./test needs as well")
    options = parser.parse_args(arguments)
    if options.no_ml and options.cuda:
        parser.error("--no-ml and --cuda exclude each other")
    if not 0 < options.port < 65536:
        parser.error("--port must be a number from 1 to 65535")
    return options


def set_up(options: argparse.Namespace) -> None:
    steps.make_environment(with_ml=not options.no_ml)
    steps.install("Installer and Node", "requirements-build.txt", with_uv=False)
    steps.install("Web packages", "annotation_app/requirements.txt")
    if not options.no_ml:
        steps.install("Worker packages", "worker/requirements.txt")
        steps.install_torch(cuda=options.cuda)
        steps.install_wordnet()
    if options.dev:
        steps.install("Test packages", "requirements-dev.txt")
    steps.install_frontend()
    steps.build_frontend()


def start(options: argparse.Namespace, began: float) -> NoReturn:
    """Become the supervisor: the same process, so that Ctrl-C and signals reach it."""
    command = [str(PYTHON), str(ROOT / "manage.py"), "start"]
    command += ["--host", options.host, "--port", str(options.port)]
    command += ["--no-ml"] * options.no_ml + ["--no-demo"] * options.no_demo
    command += ["--gpu"] * steps.stamp_of(steps.STAMPS / "torch").endswith(" cuda")
    sys.stdout.flush()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.execve(PYTHON, command, {**child_environment(), "WHYBENCH_BEGAN": str(began)})


def check_port(host: str, port: int) -> None:
    """Refuse a port that cannot be listened on before anything is installed."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror:
        raise CannotStart(f"{host} is no address of this machine. Leave --host out, or give one.") from None
    with socket.socket(found[0], socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(found[4])
        except OSError as error:
            raise CannotStart(port_sentence(host, port, error)) from None


def port_sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            other = free.getsockname()[1]
        return (
            f"Port {port} is in use, perhaps by a Whybench that is already running. "
            f"Stop that program, or choose another port: ./start --port {other}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than you have. Choose one above 1023: ./start --port 8000"
    return f"Cannot listen on {host} port {port}: {error.strerror}."


@contextmanager
def setup_lock() -> Iterator[None]:
    """Hold the set-up for this process; a second ./start in the folder waits for its turn."""
    try:
        LOG.parent.mkdir(parents=True, exist_ok=True)
        # Others may walk through, as PostgreSQL's own user must when we are root, but not look around.
        VAR.chmod(0o711)
        handle = (VAR / "setup.lock").open("a")
    except PermissionError as error:
        raise CannotStart(
            f"{error.filename} cannot be written by you. It was probably made by another user (with sudo?): "
            "run ./start as that user, or give the folder to yourself with chown."
        ) from None
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another ./start is setting up this folder; waiting for it.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        if LOG.exists() and LOG.stat().st_size > 5 * 10**6:
            LOG.unlink()
        yield
