"""A release lives on: after edits, after a dump and restore, and on another server."""

import importlib.util
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from annotation_app.benchmarks.models import Benchmark
from annotation_app.benchmarks.services import change_settings
from annotation_app.core.embedded.postgres import PACKAGE, VERSION
from annotation_app.items.models import HistoryEntry, Item
from annotation_app.releases.options import Options, SplitWish
from annotation_app.releases.queries import private_file
from tests.annotation_app.factories import make_original, make_pair, make_person
from tests.annotation_app.releases.samples import built, content, lines

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def original_release(benchmark):
    """Two settings versions, two languages, an item without scores."""
    change_settings(benchmark=benchmark, author=make_person(), changes={"rounds": 2, "mask_gate": 1})
    chinese = make_original(
        benchmark,
        text="法国 的 首都 是 巴黎 。",
        answer="巴黎",
        language="zh",
        dimension="grammar",
        external_id="字-1",
    )
    pair = make_pair(
        benchmark,
        chinese,
        text="法国 的 大 首都 是 巴黎 。",
        answer="巴黎",
        external_id="字-1-x",
        links=[[3, 4], [0, 0]],
    )
    pair.item.rationales.get().scores.all().delete()
    Item.objects.filter(pk=pair.item.pk).update(round=1)
    return built(benchmark)


def exported(release, folder: Path) -> Path:
    folder.mkdir()
    for name in ("items.jsonl", "manifest.json"):
        (folder / name).write_bytes(content(release, name))
    return folder


def bring_in(path, slug):
    person = make_person()
    call_command("import_release", str(path), benchmark=slug, person=person.username)
    return Benchmark.objects.get(slug=slug)


def empty_the_server():
    """As a server is before anybody imports anything."""
    names = ", ".join(
        connection.ops.quote_name(name)
        for name in connection.introspection.django_table_names(only_existing=True, include_views=False)
        if name.split("_")[0] in {"benchmarks", "items", "rationales", "perturbations", "releases", "runs"}
    )
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names} CASCADE")


def test_a_release_brought_into_an_empty_server_gives_the_same_bytes(original_release, tmp_path):
    folder = exported(original_release, tmp_path / "release")
    before, manifest = content(original_release), original_release.manifest
    empty_the_server()
    benchmark = bring_in(folder, "capitals")
    again = built(benchmark)
    assert content(again) == before
    assert again.manifest["content_hash"] == manifest["content_hash"]
    for name in ("counts", "corpora", "settings"):
        assert again.manifest[name] == manifest[name]
    item = Item.objects.get(external_id="b-1")
    assert (item.state, item.perturbations_made) == ("accepted", 2)
    entry = HistoryEntry.objects.get(item=item)
    assert (entry.event, entry.reason) == ("imported", "imported from release capitals 1.0.0")
    assert b"items came in from an earlier release" in content(again, "datasheet.md")


def test_under_another_name_the_content_is_the_same(original_release, tmp_path):
    folder = exported(original_release, tmp_path / "release")
    benchmark = bring_in(folder / "items.jsonl", "elsewhere")
    again = built(benchmark)
    assert again.manifest["content_hash"] == original_release.manifest["content_hash"]
    assert lines(again)[0]["id"] == "elsewhere/b-1"


def test_a_held_back_part_comes_along_only_where_it_is_at_hand(benchmark, tmp_path):
    spain = make_original(benchmark, text="Of Spain it is Madrid .", answer="Madrid")
    make_pair(benchmark, spain, text="So of Spain it is Madrid .", answer="Madrid", links=[])
    whole = Options(SplitWish(0, Fraction(0), Fraction(1, 2)), held_back=True)
    release = built(benchmark, options=whole)
    folder = exported(release, tmp_path / "release")
    part = bring_in(folder, "part")
    assert Item.objects.filter(benchmark=part).count() == len(lines(release)) in (2, 3)
    (folder / "held-back.jsonl").write_bytes(content(release, "held-back.jsonl"))
    again = built(bring_in(folder, "whole"))
    assert again.manifest["content_hash"] == release.manifest["content_hash"]
    assert private_file(again, "held-back.jsonl") is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((b'"golden_answer":"Paris"', b'"golden_answer":"Rome"'), "checksum"),
        (None, "already"),
    ],
)
def test_what_does_not_fit_leaves_nothing(original_release, tmp_path, change, words):
    folder = exported(original_release, tmp_path / "release")
    slug = "elsewhere"
    if change:
        path = folder / "items.jsonl"
        path.write_bytes(path.read_bytes().replace(*change))
    else:
        slug = "capitals"
    before = Item.objects.count(), Benchmark.objects.count()
    with pytest.raises(CommandError, match=words):
        bring_in(folder, slug)
    assert (Item.objects.count(), Benchmark.objects.count()) == before


def test_a_dump_and_restore_keeps_every_byte(original_release, tmp_path):
    files = {
        file.name: (file.sha256, content(original_release, file.name))
        for file in original_release.files.all()
    }
    Item.objects.update(text="The capital of France is Paris ?")
    package = importlib.util.find_spec(PACKAGE)
    assert package is not None
    programs = Path(str(package.origin)).parent / f"pginstall{VERSION}" / "bin"
    database = connection.settings_dict["NAME"]
    place = connection.settings_dict
    server = [f"--host={place['HOST']}", f"--username={place['USER']}"]
    if place["PORT"]:
        server.append(f"--port={place['PORT']}")
    dump = tmp_path / "dump"
    run = {"check": True, "capture_output": True}
    subprocess.run([programs / "pg_dump", "--format=custom", f"--file={dump}", *server, database], **run)
    copy = f"{database}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{copy}"')
        cursor.execute(f'CREATE DATABASE "{copy}"')
    try:
        subprocess.run([programs / "pg_restore", *server, f"--dbname={copy}", dump], **run)
        restored = connections.create_connection("default")
        restored.settings_dict = {**restored.settings_dict, "NAME": copy}
        with restored.cursor() as cursor:
            cursor.execute(
                "SELECT file.name, file.sha256, string_agg(chunk.content, ''::bytea ORDER BY chunk.number) "
                "FROM releases_releasefile file JOIN releases_releasechunk chunk ON chunk.file_id = file.id "
                "GROUP BY file.id"
            )
            found = {name: (sha256, bytes(raw)) for name, sha256, raw in cursor.fetchall()}
        restored.close()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{copy}" WITH (FORCE)')
    assert found == files
