"""Uploading, checking, running, reading reports and coverage, through the API."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest

from annotation_app.items.importing.working import work_on
from annotation_app.items.models import Import, Item
from tests.annotation_app.cast import Cast, check_problem, make_cast, nothing_changes, queries_of
from tests.annotation_app.factories import client_of

pytestmark = pytest.mark.django_db
LINES = [
    {"external_id": "x1", "text": "It rains on roofs.", "language": "en"},
    {"external_id": "x2", "text": "", "language": "en"},
    {"external_id": "=x3", "text": "It snows on roofs.", "language": "en"},
]
CONTENT = "\n".join(map(json.dumps, LINES)).encode()
CHOICES = {"format": "jsonl", "corpus": "Own", "licence": "MIT", "dimension": "grammar"}


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def upload(cast: Cast, content: bytes = CONTENT, name: str = "a.jsonl", **headers: str) -> Any:
    file = io.BytesIO(content)
    file.name = name
    address = f"/api/benchmarks/{cast.benchmark.slug}/imports"
    return client_of(cast.admin).post(address, {"file": file}, format="multipart", headers=headers)


def finished(cast: Cast, content: bytes = CONTENT, name: str = "a.jsonl", **chosen: Any) -> dict[str, Any]:
    number = upload(cast, content, name).json()["id"]
    cast.post(cast.admin, f"imports/{number}/run", CHOICES | chosen)
    work_on(number)
    body: dict[str, Any] = cast.get(cast.admin, f"imports/{number}").json()
    return body


def test_upload_waits_until_it_is_checked_and_run(cast: Cast) -> None:
    made = upload(cast).json()
    assert (made["state"], made["format"], made["sniffed"]["encoding"]["name"]) == (
        "uploaded",
        "jsonl",
        "utf-8",
    )
    address = f"imports/{made['id']}"
    checking = cast.post(cast.admin, f"{address}/check", CHOICES)
    assert (checking.status_code, checking.json()["state"]) == (201, "checking")
    check_problem(cast.post(cast.admin, f"{address}/run", CHOICES), 409, "not_allowed_in_state")
    work_on(made["id"])
    checked = cast.get(cast.admin, address).json()
    assert (checked["state"], checked["read"], checked["stored"]) == ("checked", 3, 2)
    first = checked["sample"][0]
    assert ([token["text"] for token in first["tokens"]], first["mask"]) == (
        ["It", "rains", "on", "roofs", "."],
        None,
    )
    assert not Item.objects.exists()
    cast.post(cast.admin, f"{address}/run", CHOICES)
    work_on(made["id"])
    done = cast.get(cast.admin, address).json()
    assert (done["state"], done["left_out"], done["person"]) == ("done", {"empty_text": 1}, cast.admin.name)
    assert cast.get(cast.admin, f"items?import={made['id']}").json()["count"] == 2
    assert cast.get(cast.admin, f"{address}/left-out?code=empty_text").json()["count"] == 1


def test_upload_sent_twice_under_one_key_is_kept_once(cast: Cast) -> None:
    first = upload(cast, **{"Idempotency-Key": "k"})
    second = upload(cast, **{"Idempotency-Key": "k"})
    assert first.json() == second.json()
    assert Import.objects.count() == 1


def test_upload_that_is_too_large_is_refused_by_its_length_alone(cast: Cast, settings: Any) -> None:
    settings.IMPORT_MAX_BYTES = 1024**3
    with nothing_changes():
        answer = client_of(cast.admin).generic(
            "POST",
            f"/api/benchmarks/{cast.benchmark.slug}/imports",
            b"",
            content_type="multipart/form-data; boundary=x",
            CONTENT_LENGTH=str(5 * 1024**3),
        )
        body = check_problem(answer, 413, "too_large")
    assert "5,120 MiB; at most 1,024 MiB" in body["detail"]


def test_report_has_a_line_for_each_record(cast: Cast) -> None:
    number = finished(cast)["id"]
    answer = cast.get(cast.admin, f"imports/{number}/report?as=json")
    told = json.loads(b"".join(answer.streaming_content))
    assert [(row["line"], row["record"], row["outcome"], row["code"]) for row in told["records"]] == [
        (1, "x1", "stored", ""),
        (2, "x2", "left_out", "empty_text"),
        (3, "=x3", "stored", ""),
    ]
    answer = cast.get(cast.admin, f"imports/{number}/report?as=csv")
    assert f'filename="import-{number}.csv"' in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert [row["record"] for row in rows] == ["x1", "x2", "'=x3"]  # no spreadsheet runs it
    check_problem(cast.get(cast.admin, f"imports/{number}/report?as=pdf"), 422, "validation_error")


def test_formats_come_in_groups_with_the_limit(cast: Cast, settings: Any) -> None:
    told = cast.get(cast.admin, "imports/formats").json()
    assert told["largest"] == settings.IMPORT_MAX_BYTES
    assert len(told["formats"]) == 30
    assert {one["group"] for one in told["formats"]} == {
        *("general", "grammar", "semantics", "knowledge", "reasoning", "computation", "evidence"),
    }


def test_table_is_read_by_its_mapping(cast: Cast) -> None:
    content = b"nr,sentence,word\n1,It rains on roofs,roofs\n"
    made = upload(cast, content, "t.csv").json()
    assert (made["format"], made["sniffed"]["columns"]) == ("csv", ["nr", "sentence", "word"])
    columns = {"text": "sentence", "id": "nr", "answer": "word"}
    told = finished(cast, content, "t.csv", format="csv", columns=columns, language="en")
    item = Item.objects.get()
    assert (told["stored"], item.external_id, item.masked_text) == (1, "1", "It rains on [MASK]")


def test_archive_is_refused_before_it_is_unpacked(cast: Cast) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", b"0" * 30_000_000)
    made = upload(cast, buffer.getvalue(), "bomb.zip").json()
    assert [problem["code"] for problem in made["sniffed"]["problems"]] == ["zip_bomb"]


def test_items_are_counted_by_corpus_and_licence(cast: Cast) -> None:
    finished(cast)
    more = b'{"external_id": "y1", "text": "It hails.", "language": "en"}'
    finished(cast, more, "b.jsonl", corpus="Other", licence="CC0-1.0")
    assert cast.get(cast.admin, "corpora").json() == [
        {"corpus": "Own", "licence": "MIT", "items": 2},
        {"corpus": "Other", "licence": "CC0-1.0", "items": 1},
    ]


def test_coverage_counts_phenomena_and_parts_of_speech(cast: Cast) -> None:
    tree = "( (S (NP-SBJ (PRP She)) (VP (VBD walked) (PP (IN to) (NP (DT the) (NN mill)))) (. .)) )\n"
    finished(cast, tree.encode(), "a.mrg", format="penn-trees")
    told = cast.get(cast.admin, "coverage").json()
    (english,) = told["languages"]
    found = {row["phenomenon"]: row["items"] for row in english["phenomena"] if row["items"]}
    assert (english["items"], sum(found.values()), len(english["phenomena"])) == (1, 1, 21)
    assert sum(row["items"] for row in english["parts_of_speech"]) == 1
    assert english["parts_of_speech"][0]["tag"] != ""
    number = told["uploads"][0]["id"]
    answer = cast.post(cast.admin, f"imports/{number}/more", {"wanted": {"no_such": 3}})
    check_problem(answer, 422, "validation_error")
    answer = cast.post(cast.admin, f"imports/{number}/more", {"wanted": {"past_tense": 3}})
    assert (answer.status_code, answer.json()["state"]) == (201, "queued")


def test_near_duplicates_can_be_listed_alone(cast: Cast) -> None:
    text = "The old mill by the river was built of grey stone two hundred years ago"
    rows = [
        {"external_id": name, "text": words, "language": "en"}
        for name, words in [("a", text), ("b", text + ".")]
    ]
    told = finished(cast, "\n".join(map(json.dumps, rows)).encode())
    (row,) = cast.get(cast.admin, "items?near_duplicates=true").json()["results"]
    first = Item.objects.get(external_id="a")
    assert (told["near_duplicates"], row["external_id"], row["reads_like"]) == (1, "b", first.pk)


def test_lists_take_as_many_queries_for_three_as_for_one(cast: Cast) -> None:
    finished(cast)
    paths = ("imports", "coverage", "corpora", "items")
    before = [queries_of(lambda path=path: cast.get(cast.admin, path)) for path in paths]
    for name in ("b", "c"):
        finished(cast, CONTENT.replace(b"x", name.encode()))
    assert [queries_of(lambda path=path: cast.get(cast.admin, path)) for path in paths] == before
