"""What /api/health tells while nobody works, and while real workers do."""

import pytest
from django.core.cache import cache

from tests.annotation_app.factories import client_of, make_person


def health() -> dict[str, bool]:
    cache.clear()  # an answer is believed for some seconds
    return client_of(make_person()).get("/api/health").json()


@pytest.mark.django_db
def test_without_workers_only_the_broker_answers() -> None:
    assert health() == {"broker": True, "tasks": False, "scoring": False, "queues": []}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_workers")
def test_with_workers_everything_answers() -> None:
    assert health() == {"broker": True, "tasks": True, "scoring": True, "queues": ["cpu"]}
