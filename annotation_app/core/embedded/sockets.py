"""Where a Unix socket can lie: its path must be short, and plain enough to stand in an address."""

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

LONGEST = 100  # the kernel's limit is 107 bytes, on macOS 103
PLAIN = re.compile(r"[A-Za-z0-9/._-]+")


@dataclass(frozen=True)
class SocketFolder:
    """A folder for one server's socket. temporary: it lies outside the checkout and goes with the server."""

    path: Path
    temporary: bool

    def remove(self) -> None:
        """Drop the folder if it was made for this start alone."""
        if self.temporary:
            shutil.rmtree(self.path, ignore_errors=True)


def socket_folder(wanted: Path, socket_name: str) -> SocketFolder:
    """`wanted`, or a fresh folder under the system's temporary one if the path would not do."""
    full = str(wanted / socket_name)
    if len(full.encode()) <= LONGEST and PLAIN.fullmatch(full):
        return SocketFolder(wanted, temporary=False)
    return SocketFolder(Path(tempfile.mkdtemp(prefix="whybench-", dir="/tmp")), temporary=True)
