"""Where the embedded PostgreSQL's files go when its own user may not walk down to the checkout."""

import os
import stat

import pytest

from annotation_app.core.embedded.postgres import Postgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as somebody else"),
]


def test_postgres_of_root_takes_shelter_from_a_private_folder(service_folder):
    private = service_folder / "private"
    private.mkdir(mode=0o700)
    shelter = service_folder / "shelter"
    server = Postgres(
        private / "postgres", shelter=shelter, log=service_folder / "sheltered.log", durable=False
    )
    server.start()
    try:
        assert server.folder == shelter / "postgres"
        assert server.url.startswith(f"postgres://whybench@/{shelter}/")
        assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700
        assert server.folder.stat().st_uid != 0
        assert not (private / "postgres").exists()
    finally:
        server.stop()


def test_postgres_of_root_keeps_to_a_folder_its_user_may_enter(service_folder):
    server = Postgres(service_folder / "open", shelter=service_folder / "s", log=service_folder / "open.log")
    assert server.folder == service_folder / "open"
