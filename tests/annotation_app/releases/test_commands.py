"""Building needs transactions of its own, so these tests commit."""

import pytest
from django.core.management import CommandError, call_command

from annotation_app.releases.models import Release, ReleaseChunk
from tests.annotation_app.factories import (
    make_person,
)
from tests.annotation_app.releases.samples import built, content

pytestmark = pytest.mark.django_db(transaction=True)


def test_commands_build_and_export(benchmark, tmp_path, capsys):
    admin = make_person("ada")
    options = {"benchmark": "capitals", "number": "1.0.0"}
    call_command("build_release", person=admin.username, **options)
    call_command("export_release", "--benchmark", "capitals", "--version", "1.0.0", str(tmp_path / "out"))
    release = Release.objects.get()
    assert (tmp_path / "out" / "items.jsonl").read_bytes() == content(release)
    assert (tmp_path / "out" / "manifest.json").read_bytes() == content(release, "manifest.json")
    assert release.files.get(name="items.jsonl").sha256 in capsys.readouterr().out
    with pytest.raises(CommandError, match="already"):
        call_command("build_release", person=admin.username, **options)
    with pytest.raises(CommandError, match="no published release"):
        call_command("export_release", str(tmp_path), benchmark="capitals", number="9.9.9")


def test_export_finds_bytes_that_changed_in_store(benchmark, tmp_path):
    release = built(benchmark)
    ReleaseChunk.objects.filter(file__name="items.jsonl").update(content=b"x")
    with pytest.raises(CommandError, match="checksum"):
        call_command("export_release", str(tmp_path), benchmark="capitals", number=release.version)
    assert not (tmp_path / "items.jsonl").exists()
