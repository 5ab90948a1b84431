"""Uploads as background jobs: checked, stored, cancelled, lost and taken up again, asked for more."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation_app.core.errors import Invalid, NotAllowedInState, TooLarge
from annotation_app.items import coverage
from annotation_app.items.importing import jobs, passage, working
from annotation_app.items.importing.report import report_lines
from annotation_app.items.importing.uploads import receive_upload
from annotation_app.items.models import HistoryEntry, Import, ImportChunk, Item, LeftOut, MaskProposal
from tests.annotation_app.factories import make_benchmark, make_member

pytestmark = pytest.mark.django_db
FULL = {"language": "en", "dimension": "grammar"}


def lines_of(number: int, *bad: int) -> bytes:
    """JSON lines x0, x1, ...; those of the given numbers have no text."""
    rows = [
        {"external_id": f"x{at}", "text": "" if at in bad else f"It rains on roof {at} .", **FULL}
        for at in range(number)
    ]
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def upload(content: bytes, name: str = "items.jsonl", benchmark: Any = None) -> Import:
    benchmark = benchmark or make_benchmark()
    person = make_member(benchmark, "admin")
    return receive_upload(benchmark=benchmark, person=person, stream=io.BytesIO(content), name=name)


def start(report: Import, *, checks: bool = False, **chosen: Any) -> Import:
    return jobs.start_import(
        report=report, checks=checks, chosen={"format": "jsonl", "corpus": "c", **chosen}
    )


def run(report: Import) -> Import:
    assert working.work_on(report.pk)
    return Import.objects.get(pk=report.pk)


def outcome(report: Import) -> tuple[str, int, int, dict[str, int]]:
    return report.state, report.read, report.stored, report.left_out


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return buffer.getvalue()


def test_upload_is_kept_in_pieces_and_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImportChunk, "CHUNK_BYTES", 100)
    content = lines_of(5)
    report = upload(content, "folder/items.jsonl")
    assert (report.state, report.file, report.size, report.format) == (
        "uploaded",
        "items.jsonl",
        len(content),
        "jsonl",
    )
    assert report.sniffed["encoding"]["certain"] is True
    assert b"".join(bytes(row.content) for row in report.chunks.order_by("number")) == content
    assert not Item.objects.exists()


def test_upload_beyond_the_limit_is_refused_and_nothing_is_kept(settings: Any) -> None:
    settings.IMPORT_MAX_BYTES = 100
    with pytest.raises(TooLarge, match="at most"):
        upload(lines_of(5))
    assert not Import.objects.exists()


@pytest.mark.parametrize("mode", ["keep_good", "all_or_nothing"])
def test_check_tells_everything_and_stores_no_item(mode: str) -> None:
    report = run(start(upload(lines_of(13, 3) + lines_of(1)), checks=True, mode=mode))
    assert outcome(report) == ("checked", 14, 12, {"already_there": 1, "empty_text": 1})
    assert [item["external_id"] for item in report.sample] == [f"x{at}" for at in range(11) if at != 3]
    assert [(row["line"], row["code"]) for row in report.problems] == [
        (4, "empty_text"),
        (14, "already_there"),
    ]
    assert not Item.objects.exists()
    assert report.chunks.exists()


def test_run_after_a_check_stores_and_forgets_the_bytes() -> None:
    report = run(start(upload(lines_of(5, 3)), checks=True))
    report = run(start(report))
    assert outcome(report) == ("done", 5, 4, {"empty_text": 1})
    assert (report.progress["bytes"], report.size) == (report.progress["total"], report.size)
    assert LeftOut.objects.count() == 1
    assert not report.chunks.exists()
    with pytest.raises(NotAllowedInState):
        start(report)
    told = [(row["line"], row["record"], row["outcome"]) for row in report_lines(report)]
    assert told == [
        (1, "x0", "stored"),
        (2, "x1", "stored"),
        (3, "x2", "stored"),
        (4, "x3", "left_out"),
        (5, "x4", "stored"),
    ]


@pytest.mark.django_db(transaction=True)
def test_all_or_nothing_stores_nothing_of_a_file_with_one_broken_record() -> None:
    report = run(start(upload(lines_of(30, 3)), mode="all_or_nothing"))
    assert outcome(report) == ("done", 30, 0, {"empty_text": 1})
    assert not Item.objects.exists()
    again = run(start(upload(lines_of(30), benchmark=report.benchmark), mode="all_or_nothing"))
    assert outcome(again) == ("done", 30, 30, {})
    assert Item.objects.count() == HistoryEntry.objects.count() == 30


def test_start_refuses_an_unknown_format_a_missing_corpus_and_what_is_under_way() -> None:
    report = upload(lines_of(2))
    with pytest.raises(Invalid):
        start(report, format="pdf")
    with pytest.raises(Invalid):
        start(report, corpus=" ")
    start(report)
    with pytest.raises(NotAllowedInState):
        start(report, checks=True)


class Killed(BaseException):
    """Stands for the end of the process: nobody catches it."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["keep_good", "all_or_nothing"])
def test_killed_worker_loses_nothing_and_nothing_is_stored_twice(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage, "BATCH", 10)
    bad = () if mode == "all_or_nothing" else (4, 27)
    report = start(upload(lines_of(55, *bad)), mode=mode)
    told = working._tell if mode == "keep_good" else working._tell_beside
    calls: list[int] = []

    def dies(*given: Any) -> bool:
        calls.append(1)
        if len(calls) == 3:
            raise Killed
        return told(*given)

    with monkeypatch.context() as patched:
        patched.setattr(working, told.__name__, dies)
        patched.setattr(working, "TOLD_EVERY", 0)
        with pytest.raises(Killed):
            working.work_on(report.pk)
    report.refresh_from_db()
    assert report.state == "running"
    assert Item.objects.count() == (19 if bad else 0)
    assert jobs.unfinished() == []  # its lease still runs
    assert not working.work_on(report.pk)
    Import.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.unfinished() == [report.pk]
    report = run(report)
    left_out = {"empty_text": len(bad)} if bad else {}
    assert outcome(report) == ("done", 55, 55 - len(bad), left_out)
    names = list(Item.objects.order_by("source_line").values_list("external_id", flat=True))
    assert names == [f"x{at}" for at in range(55) if at not in bad]
    assert HistoryEntry.objects.count() == len(names)
    assert [row["line"] for row in report.problems] == [at + 1 for at in bad]


@pytest.mark.django_db(transaction=True)
def test_worker_that_was_given_up_stores_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage, "BATCH", 10)
    report = start(upload(lines_of(30)))
    tell = working._tell

    def overtaken(row: Import, found: Any) -> bool:
        if found.consumed == 20:
            Import.objects.filter(pk=row.pk).update(owner="somebody else")
        return tell(row, found)

    monkeypatch.setattr(working, "_tell", overtaken)
    assert not working.work_on(report.pk)
    assert Item.objects.count() == 10


def test_import_that_loses_its_worker_three_times_says_so() -> None:
    report = start(upload(lines_of(3)))
    Import.objects.update(attempts=3)
    assert not working.work_on(report.pk)
    report.refresh_from_db()
    assert (report.state, report.error_code) == ("failed", "worker_lost")


def test_cancel_before_a_worker_came_and_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    report = jobs.cancel_import(report=start(upload(lines_of(3))))
    assert report.state == "cancelled"
    assert not working.work_on(report.pk)
    assert jobs.cancel_import(report=start(report, checks=True)).state == "uploaded"
    with pytest.raises(NotAllowedInState):
        jobs.cancel_import(report=report)
    monkeypatch.setattr(passage, "BATCH", 10)
    report = start(upload(lines_of(50)))
    tell = working._tell

    def cancelled(row: Import, found: Any) -> bool:
        if found.consumed == 20:
            jobs.cancel_import(report=row)
        return tell(row, found)

    monkeypatch.setattr(working, "_tell", cancelled)
    assert outcome(run(report)) == ("cancelled", 20, 20, {})
    monkeypatch.undo()
    assert outcome(run(start(report))) == ("done", 50, 30, {"already_there": 20})
    assert Item.objects.count() == 50


def test_discard_forgets_an_upload_but_never_a_report() -> None:
    report = upload(lines_of(3))
    jobs.discard_upload(report=report)
    assert not Import.objects.exists()
    assert not ImportChunk.objects.exists()
    report = run(start(upload(lines_of(3))))
    jobs.discard_upload(report=report)
    assert Import.objects.get().state == "done"


def test_old_uploads_that_nobody_went_on_with_are_forgotten() -> None:
    old, new = upload(lines_of(3)), upload(lines_of(3))
    Import.objects.filter(pk=old.pk).update(updated_at=timezone.now() - timedelta(days=8))
    assert jobs.forget_old_uploads() == 1
    assert (old.chunks.count(), new.chunks.count()) == (0, 1)


def test_encoding_that_is_only_likely_is_confirmed_before_anything_is_read() -> None:
    report = upload("灰磨坊在河边。\n今天下雨，屋顶湿了。\n".encode("gb18030") * 20, "texts.txt")
    assert (report.format, report.sniffed["encoding"]["certain"]) == ("text", False)
    chosen = {"format": "text", "language": "zh", "dimension": "grammar"}
    checked = run(start(report, checks=True, **chosen))
    assert outcome(checked) == ("checked", 0, 0, {"encoding_unconfirmed": 1})
    done = run(start(checked, encoding="gb18030", **chosen))
    assert (done.stored, Item.objects.first().text) == (40, "灰磨坊在河边。")  # type: ignore[union-attr]


def test_archive_of_a_folder_is_read_whole_and_problems_name_their_file() -> None:
    annotation = {
        "annotation_id": "doc1",
        "query": "Who sang?",
        "classification": "x",
        "evidences": [[{"docid": "doc1", "start_token": 0, "end_token": 2}]],
    }
    content = zipped(
        set__docs__doc1=b"Ann sang a song .",
        set__val_dot_jsonl=json.dumps(annotation).encode() + b"\n{broken\n",
        set__README=b"words",
    )
    report = upload(content, "set.zip")
    assert (report.format, report.sniffed["archive"], report.sniffed["number"]) == ("eraser", True, 3)
    report = run(start(report, format="eraser", language="en", dimension="semantics"))
    assert outcome(report) == ("done", 2, 1, {"broken_json": 1})
    assert [(row["file"], row["line"]) for row in report.problems] == [("val.jsonl", 2)]
    item = Item.objects.get()
    assert (item.source_file, item.source_line, item.tokens[:2]) == ("val.jsonl", 1, ["Who", "sang?"])


@pytest.mark.parametrize(
    ("content", "codes", "stored"),
    [
        (zipped(a_dot_jsonl=b"0" * 30_000_000), ["zip_bomb"], 0),
        (zipped(**{"..__..__evil_dot_jsonl": lines_of(1), "b_dot_jsonl": lines_of(2)}), ["unsafe_path"], 2),
        (zipped(__etc__evil_dot_jsonl=lines_of(1), b_dot_jsonl=lines_of(2)), ["unsafe_path"], 2),
        (zipped(a_dot_jsonl=lines_of(50))[:-30], ["broken_archive"], 0),
        (zipped(notes_dot_pdf=b"x"), ["no_items"], 0),
    ],
    ids=["bomb", "leads out", "absolute", "cut off", "nothing inside"],
)
def test_archive_that_is_not_safe_or_not_whole(content: bytes, codes: list[str], stored: int) -> None:
    report = run(start(upload(content, "a.zip")))
    assert ([row["code"] for row in report.problems], report.stored) == (codes, stored)


TREE = "( (S (NP-SBJ (PRP {she})) (VP (VBD walked) (PP (IN to) (NP (DT the) (NN {place})))) (. .)) )\n"


def test_more_of_what_is_missing_comes_from_the_kept_upload() -> None:
    content = "".join(
        TREE.format(she=she, place=place)
        for she, place in [("She", "mill"), ("He", "river"), ("They", "town")]
    )
    benchmark = make_benchmark()
    report = run(start(upload(content.encode(), "a.mrg", benchmark), format="penn-trees"))
    assert (report.stored, report.chunks.exists()) == (3, True)
    assert [row.pk for row in coverage.treebanks_kept(benchmark)] == [report.pk]
    before = {row["phenomenon"]: row["items"] for row in coverage.grammar_coverage(benchmark)[0]["phenomena"]}
    assert (sum(before.values()), before["gerund"]) == (3, 0)
    more = coverage.ask_for_more(report=report, person=report.person, wanted={"past_tense": 2})  # type: ignore[arg-type]
    more = run(more)
    assert (more.stored, more.left_out) == (2, {"not_asked_for": 1})
    made = more.items.order_by("pk")
    assert {item.external_id.split("~")[1] for item in made} == {"past_tense"}
    assert {item.golden_answer for item in made} == {"walked"}
    # Each reads like the item that its sentence has already.
    assert {item.reads_like.external_id for item in made} == {item.external_id.split("~")[0] for item in made}  # type: ignore[union-attr]
    found = {row["phenomenon"]: row["items"] for row in coverage.grammar_coverage(benchmark)[0]["phenomena"]}
    assert found["past_tense"] == before["past_tense"] + 2
    assert MaskProposal.objects.count() == 5
    with pytest.raises(Invalid):
        coverage.ask_for_more(report=report, person=report.person, wanted={"no_such": 1})  # type: ignore[arg-type]


def test_near_duplicates_are_kept_with_the_item() -> None:
    text = "The old mill by the river was built of grey stone and has stood there for two hundred years"
    rows = [
        {"external_id": name, "text": words, **FULL} for name, words in [("a", text), ("b", text.upper())]
    ]
    report = run(start(upload("\n".join(map(json.dumps, rows)).encode())))
    again = run(
        start(upload(json.dumps(rows[0] | {"external_id": "c"}).encode(), benchmark=report.benchmark))
    )
    first, second, third = Item.objects.order_by("pk")
    assert (third.brought_in, third.reads_like) == (again, second)
    assert (first.reads_like, second.reads_like, report.near_duplicates) == (None, first, 1)


def test_chinese_is_cut_as_the_settings_say_and_the_name_says_how() -> None:
    text = "灰磨坊在 river 边👨‍👩‍👧。"
    rows = [json.dumps({"external_id": "a", "text": text, "language": "zh", "dimension": "grammar"})]
    for setting in ("words", "characters"):
        benchmark = make_benchmark(chinese_tokens=setting)
        run(start(upload("\n".join(rows).encode(), benchmark=benchmark)))
    words, characters = Item.objects.order_by("pk")
    assert characters.tokens == ["灰", "磨", "坊", "在", "river", "边", "👨‍👩‍👧", "。"]
    assert "👨‍👩‍👧" in words.tokens
    assert characters.tokeniser.startswith("characters ")
    assert words.tokeniser.startswith("rjieba ")
