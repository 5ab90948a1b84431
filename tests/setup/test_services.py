"""The servers that tests and `./start` share."""

import os
from pathlib import Path

import pytest
import redis
from django.db import connection

from annotation_app.core.embedded.sockets import LONGEST, socket_folder


@pytest.mark.django_db
def test_postgres_serves_a_plain_role_and_listens_on_no_network_address():
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False,)
        cursor.execute("SHOW listen_addresses")
        assert cursor.fetchone() == ("",)


@pytest.mark.django_db
def test_postgres_compares_chinese_and_accented_text_the_same_everywhere():
    with connection.cursor() as cursor:
        cursor.execute("SELECT upper('é'), '猫' ILIKE '%猫%', 'B' < 'a'")
        assert cursor.fetchone() == ("É", True, True)


def test_broker_refuses_to_drop_messages():
    address = os.environ["CELERY_BROKER_URL"].replace("redis+socket://", "unix://")
    with redis.Redis.from_url(address) as client:
        assert client.ping()
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(Path("/srv") / ("deep/" * 30), id="too long"),
        pytest.param(Path("/srv/my benchmarks/var"), id="a space"),
        pytest.param(Path("/srv/基准/var"), id="not ASCII"),
    ],
)
def test_socket_folder_moves_a_path_that_a_socket_cannot_have(wanted):
    folder = socket_folder(wanted, "valkey.sock")
    assert folder.temporary
    assert len(str(folder.path / "valkey.sock")) <= LONGEST
    folder.remove()
    assert not folder.path.exists()


def test_socket_folder_keeps_a_short_plain_path():
    assert socket_folder(Path("/srv/whybench/var"), "valkey.sock").path == Path("/srv/whybench/var")
