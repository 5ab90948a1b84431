"""Building needs transactions of its own, so these tests commit."""

import json
from fractions import Fraction

import jsonschema
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation_app.releases import rules
from annotation_app.releases.building import build_release
from annotation_app.releases.models import HeldBackScoring, ReleaseFile
from annotation_app.releases.options import Options, SplitWish
from annotation_app.releases.reading import content_lines
from annotation_app.releases.running import pairs_in
from annotation_app.releases.services import withdraw_release
from tests.annotation_app.factories import (
    client_of,
    make_benchmark,
    make_member,
    make_original,
    make_pair,
    make_person,
)
from tests.annotation_app.releases.samples import built, content, lines, publish

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = "/api/benchmarks/capitals/releases"
HALF = Options(SplitWish(3, Fraction(0), Fraction(1, 2)), held_back=True, history=True)
CITIES = ["Paris", "Rome", "Oslo", "New York"]


@pytest.fixture
def benchmark():
    """Four originals with a perturbed item each; the last answer is two tokens long."""
    benchmark = make_benchmark("capitals")
    for number, city in enumerate(CITIES):
        words = city.split()
        text = f"The capital of land {number} is {city} ."
        mask = {"mask_start": 6, "mask_end": 6 + len(words)}
        more = {"mask_start": 7, "mask_end": 7 + len(words)}
        links = [(0, 0)] + [(index, index + 1) for index in range(1, 6 + len(words) + 1)]
        original = make_original(benchmark, text=text, answer=words[0], external_id=f"b-{number}", **mask)
        make_pair(
            benchmark, original, text=f"The proud capital of land {number} is {city} .", answer=words[0],
            external_id=f"b-{number}-x", links=links, rationale=[2, 5], **more,
        )  # fmt: skip
    return benchmark


@pytest.fixture
def release(benchmark):
    return built(benchmark, options=HALF)


def secret_lines(release):
    return [json.loads(line) for line in content(release, "held-back.jsonl").splitlines()]


def test_the_public_files_hold_no_answer_and_no_rationale_of_the_test_part(benchmark, release):
    secret = secret_lines(release)
    assert len(secret) == 4
    assert len(lines(release)) == 4
    shown = [json.loads(line) for line in content(release, "test.jsonl").splitlines()]
    assert [line["id"] for line in shown] == [line["id"] for line in secret]
    answers = {line["golden_answer"] for line in secret}
    for name in ReleaseFile.objects.filter(release=release, private=False).values_list("name", flat=True):
        raw = content(release, name).decode()
        assert not [answer for answer in answers if answer in raw], name
        assert all(line["external_id"] not in raw for line in secret) or name == "test.jsonl"
    for line, whole in zip(shown, secret, strict=True):
        assert not {"golden_answer", "rationale", "mask_confidence"} & line.keys()
        assert line["text"] == line["masked_text"] == whole["masked_text"]
        assert all(line["text"][start:end] == word for word, start, end in line["tokens"])
        assert line["tokens"][line["mask"]["token_start"]][0] == "[MASK]"
        assert line["mask"]["token_end"] - line["mask"]["token_start"] == 1
        assert (line["split"], line["provenance"]["record_id"]) == ("test", "")
    assert release.manifest["split"]["items"] == {"test": 4, "train": 4}
    assert release.manifest["held_back"]["items"] == 4
    assert "held-back.jsonl" not in {file["name"] for file in release.manifest["files"]}


def test_pairs_are_never_parted_and_the_whole_content_stays_at_hand(benchmark, release):
    secret = {line["external_id"] for line in secret_lines(release)}
    assert all(
        name.removesuffix("-x") in secret and f"{name.removesuffix('-x')}-x" in secret for name in secret
    )
    names = [line["external_id"] for line in content_lines(release)]
    assert names == sorted(names)
    assert len(names) == 8
    assert release.manifest["content_hash"] == built(benchmark, "1.0.1").manifest["content_hash"]
    assert sum(part.count() for part in pairs_in(release)) == 4


def test_lines_of_every_part_follow_the_schema_that_ships_with_them(release):
    validator = jsonschema.Draft202012Validator(json.loads(content(release, "items.schema.json")))
    for line in content_lines(release):
        validator.validate(line)
        assert line["split"] in ("train", "test")


def test_links_follow_the_tokens_where_the_mask_is_one(benchmark):
    release = built(benchmark, options=Options(SplitWish(0, Fraction(0), Fraction(1)), held_back=True))
    shown = {
        line["external_id"]: line for line in map(json.loads, content(release, "test.jsonl").splitlines())
    }
    perturbed = shown["b-3-x"]
    assert [word for word, _, _ in perturbed["tokens"]] == [
        "The", "proud", "capital", "of", "land", "3", "is", "[MASK]", ".",
    ]  # fmt: skip
    assert perturbed["pair"]["links"] == [[0, 0], *([index, index + 1] for index in range(1, 8))]


def predictions(release, *, right, change=None):
    """A line for each test item: the answer with the rationale, or another one with the first token."""
    told = []
    for line in secret_lines(release):
        answer = line["golden_answer"] if right else "Nowhere"
        told.append({
            "id": line["id"],
            "candidates": [answer, "Elsewhere", "Anywhere"],
            "rationale": line["rationale"]["tokens"] if right else [0],
        })  # fmt: skip
    for number, fields in (change or {}).items():
        told[number] |= fields
    return "\n".join(map(json.dumps, told)).encode()


def upload(client, raw, note=""):
    file = SimpleUploadedFile("mine.jsonl", raw)
    return client.post(f"{ROOT}/1.0.0/scorings", {"file": file, "note": note}, format="multipart")


def test_a_member_has_predictions_scored_without_seeing_an_answer(benchmark, release):
    member = client_of(make_member(benchmark, "annotator"))
    (offered,) = member.get(f"{ROOT}/held-back").json()
    assert (offered["version"], offered["items"]) == ("1.0.0", 4)
    inputs = b"".join(member.get(f"{ROOT}/1.0.0/test-inputs").streaming_content)
    assert inputs == content(release, "test.jsonl")
    assert member.get(f"{ROOT}/1.0.0/files/held-back.jsonl").status_code == 403

    answer = upload(member, predictions(release, right=True), note="gold")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["read"], body["scored"], body["missing"], body["problems"]) == (4, 4, 0, [])
    row = body["report"]["rows"][-1]
    assert row["top1"]["all"] == row["token_f1"]["all"] == 1.0
    wrong = upload(member, predictions(release, right=False)).json()["report"]["rows"][-1]
    assert (wrong["top1"]["all"], wrong["top3"]["all"], wrong["token_f1"]["all"]) == (0.0, 0.0, 0.0)
    for line in secret_lines(release):
        assert line["golden_answer"] not in json.dumps(wrong)


def test_a_saliency_counts_tokens_as_they_are_shown(benchmark):
    options = Options(SplitWish(0, Fraction(0), Fraction(1)), held_back=True)
    release = built(benchmark, options=options)
    told = []
    for line in secret_lines(release):
        length = len(line["tokens"]) - len(line["golden_answer"].split()) + 1
        scores = [float(index in line["rationale"]["tokens"]) for index in range(length)]
        told.append(
            {"id": line["id"], "candidates": [{"answer": "Paris", "probability": 0.5}], "saliency": scores}
        )
    raw = "\n".join(map(json.dumps, told)).encode()
    row = upload(client_of(make_member(benchmark, "senior")), raw).json()["report"]["rows"][-1]
    # Rationales of two tokens in seven to eight of them: each model's rationale takes three or two.
    assert row["top1"]["all"] == 0.25
    assert row["missing"] == {"predictions": 0, "saliencies": 0, "pairs": 0}
    assert row["token_f1"]["all"] > 0.7


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"candidates": ["a"] * 9}, "wrong_field"),
        ({"candidates": ["a", "a"]}, "repeated_answer"),
        ({"rationale": [99]}, "token_outside"),
        ({"rationale": None, "saliency": [0.5]}, "wrong_length"),
        ({"id": "capitals/nowhere"}, "unknown_item"),
    ],
)
def test_broken_lines_are_named_and_a_language_with_gaps_tells_nothing(benchmark, release, change, code):
    raw = predictions(release, right=True, change={1: change})
    body = upload(client_of(make_member(benchmark, "annotator")), raw).json()
    found = {problem["code"]: problem["line"] for problem in body["problems"]}
    assert found == {code: 2, "too_few_items": None}
    assert (body["report"], body["scored"], body["missing"]) == (None, 3, 1)


def test_lines_that_are_no_json_are_named(benchmark, release):
    raw = predictions(release, right=True) + b"\nnot json\n[1]\n\n" + predictions(release, right=True)
    body = upload(client_of(make_member(benchmark, "annotator")), raw).json()
    found = [(problem["line"], problem["code"]) for problem in body["problems"]]
    assert found == [
        (5, "not_json"),
        (6, "not_an_object"),
        *((number, "repeated_item") for number in range(8, 12)),
    ]
    assert body["report"]["rows"][-1]["top1"]["all"] == 1.0


def test_people_see_their_own_files_and_admins_all(benchmark, release):
    people = [make_member(benchmark, "annotator") for _ in range(2)]
    for person in people:
        upload(client_of(person), predictions(release, right=True))
    own = client_of(people[0]).get(f"{ROOT}/1.0.0/scorings").json()
    assert [row["person"]["username"] for row in own["results"]] == [people[0].username]
    admin = client_of(make_member(benchmark, "admin"))
    assert admin.get(f"{ROOT}/1.0.0/scorings").json()["count"] == 2
    stored = admin.get(f"{ROOT}/1.0.0/files/held-back.jsonl")
    assert b"".join(stored.streaming_content) == content(release, "held-back.jsonl")
    assert client_of(make_person()).get(f"{ROOT}/1.0.0/scorings").status_code == 404


def test_only_so_many_files_a_day_and_none_after_a_withdrawal(benchmark, release, monkeypatch):
    monkeypatch.setattr(rules, "FILES_A_DAY", 1)
    client = client_of(make_member(benchmark, "annotator"))
    raw = predictions(release, right=False)
    assert upload(client, raw).status_code == 201
    assert upload(client, raw).status_code == 422
    withdraw_release(release=release, reason="A leak.", person=make_person())
    assert upload(client_of(make_member(benchmark, "senior")), raw).status_code == 409
    assert HeldBackScoring.objects.count() == 1
    assert client.get(f"{ROOT}/held-back").json() == []


def test_an_empty_test_part_fails_the_build_with_its_reason(benchmark):
    options = Options(SplitWish(0, Fraction(1, 2), Fraction(1, 100)), held_back=True)
    release = publish(benchmark, options=options)
    assert not build_release(release_id=release.pk)
    release.refresh_from_db()
    assert release.error is not None
    assert "the test part is empty" in release.error["message"]
    assert not release.files.exists()


def test_a_release_without_a_held_back_part_scores_nothing(benchmark):
    built(benchmark)
    client = client_of(make_member(benchmark, "admin"))
    assert upload(client, b"{}").status_code == 404
    assert client.get(f"{ROOT}/1.0.0/test-inputs").status_code == 404
