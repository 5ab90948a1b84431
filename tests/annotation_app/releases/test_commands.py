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


def build(person, version, *arguments):
    call_command(
        "build_release", "--benchmark", "capitals", "--version", version, "--person", person, *arguments
    )


def test_a_release_with_a_split_that_is_held_back_can_be_built_by_command(benchmark):
    person = make_person("ada").username
    arguments = ("--seed", "3", "--test", "1", "--dev", "0", "--held-back", "--history")
    build(person, "1.0.0", *arguments)
    release = Release.objects.get()
    assert release.options == {
        "split": {"seed": 3, "dev": "0", "test": "1"},
        "held_back": True,
        "history": True,
        "runs": [],
    }
    assert release.files.filter(name__in=("test.jsonl", "held-back.jsonl", "annotations.jsonl")).count() == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--test", "1/5"), "give --seed"),
        (("--seed", "1", "--test", "2"), "split.test: Must lie between 0 and 1"),
        (("--seed", "1", "--test", "a lot"), "a lot is not a share"),
        (("--held-back",), "no test part"),
        (("--run", "999"), "runs: Unknown run"),
    ],
)
def test_a_command_says_what_can_not_be_built(benchmark, arguments, said):
    person = make_person("ada").username
    with pytest.raises(CommandError, match=said):
        build(person, "1.0.0", *arguments)
    assert not Release.objects.exists()
