"""Messages that are sent once a transaction is committed."""

import pytest
from celery.exceptions import CeleryError
from django.db import transaction
from kombu.exceptions import OperationalError

from annotation_app.celery import app, send_on_commit

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_message_waits_for_the_commit(monkeypatch):
    sent = []
    monkeypatch.setattr(app, "send_task", lambda name, **options: sent.append((name, options)))
    with transaction.atomic():
        send_on_commit("releases.build", 7, queue="web")
        assert sent == []
    assert sent == [("releases.build", {"args": [7], "queue": "web"})]


@pytest.mark.parametrize("failure", [OperationalError("refused"), CeleryError("no route")])
def test_with_the_broker_down_the_request_goes_on(monkeypatch, caplog, failure):
    def refuse(name, **options):
        raise failure

    monkeypatch.setattr(app, "send_task", refuse)
    with transaction.atomic():
        send_on_commit("releases.build", 7)
    assert "send_on_commit" in caplog.text
