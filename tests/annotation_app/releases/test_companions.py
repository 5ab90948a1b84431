"""Building needs transactions of its own, so these tests commit."""

import json

import pytest

from annotation_app.accounts.models import User
from annotation_app.benchmarks.services import change_settings
from annotation_app.items.models import Item
from annotation_app.perturbations.models import Perturbation
from annotation_app.rationales.models import RationaleScore
from annotation_app.releases.files import canonical
from annotation_app.releases.following import ContentHash
from annotation_app.releases.options import Options
from annotation_app.releases.pseudonyms import Pseudonyms
from annotation_app.runs.models import LanguageModel, Run, RunItem
from tests.annotation_app.factories import make_original, make_pair, make_person
from tests.annotation_app.releases.samples import built, content

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_statistics_hold_table_3(benchmark):
    longer = "The proud old capital of France is Paris ."
    original = make_original(benchmark, text=longer, external_id="b-2")
    make_pair(benchmark, original, external_id="b-2-x", type="syntactic", links=[])
    rows = json.loads(content(built(benchmark), "statistics.json"))["table_3"]
    assert [(row["language"], row["dimension"]) for row in rows] == [
        ("en", "knowledge"),
        ("en", "all"),
        ("all", "all"),
    ]
    row = rows[0]
    assert (row["originals"], row["perturbed"]) == (2, 3)
    assert row["pairs_by_type"] == {"dispensable": 1, "important": 1, "syntactic": 1}
    # Two rationale tokens in texts of seven and nine tokens.
    assert (row["tokens"], row["rationale_tokens"]) == (8.0, 2.0)
    assert row["rationale_length_ratio"] == (2 / 7 + 2 / 9) / 2
    assert (row["sufficiency"], row["compactness"]) == (3.0, 11 / 3)
    assert row["mask_confidence"] == {"1": 4, "2": 2}
    assert {name: value for name, value in rows[-1].items() if name not in ("language", "dimension")} == {
        name: value for name, value in row.items() if name not in ("language", "dimension")
    }


def test_the_datasheet_tells_people_by_number_and_nobody_by_name(benchmark):
    change_settings(
        benchmark=benchmark, author=make_person(), changes={"consent": "Named by pseudonym | only."}
    )
    sheet = content(built(benchmark), "datasheet.md").decode()
    assert sheet.startswith("# Datasheet: Capitals 1.0.0\n")
    for heading in ("Motivation", "Composition", "Process", "People", "Settings", "Licences", "Limits"):
        assert f"\n## {heading}\n" in sheet
    # One person made each thing in the factories: an original with two perturbed items.
    for line in ("| proposed masks | 1 |", "| rated masks | 3 |", "| marked rationales | 3 |"):
        assert line in sheet
    assert "| scored rationales | 9 |" in sheet
    assert "| Capitals | CC0-1.0 | 3 |" in sheet
    assert "a round is one scoring by the seniors" in sheet
    assert "Named by pseudonym | only." in sheet
    assert "| sufficiency | none: all judgements are the same" in sheet
    for name in User.objects.values_list("username", flat=True):
        assert name not in sheet


def test_a_history_has_every_judgement_under_names_of_this_release_alone(benchmark):
    score = RationaleScore.objects.filter(rationale__item__external_id="b-1").first()
    RationaleScore.objects.filter(pk=score.pk).update(guess="Lyon", comment="Add “of”.", guess_seconds=2.5)
    history = Options(history=True)
    releases = [built(benchmark, f"1.0.{number}", history) for number in range(2)]
    events = [
        [json.loads(line) for line in content(release, "annotations.jsonl").splitlines()]
        for release in releases
    ]
    first = [event for event in events[0] if event["item"] == "b-1"]
    assert [event["event"] for event in first] == [
        "mask_proposed",
        *["mask_rated"] * 3,
        "rationale_marked",
        *["rationale_scored"] * 3,
    ]
    assert [event["confidence"] for event in first if event["event"] == "mask_rated"] == [2, 1, 1]
    (told,) = [event for event in first if event.get("guess")]
    told = {name: value for name, value in told.items() if name != "by"}
    assert told == {
        "item": "b-1",
        "event": "rationale_scored",
        "round": 1,
        "sufficiency": 3,
        "compactness": 4,
        "comment": "Add “of”.",
        "guess": "Lyon",
        "guess_seconds": 2.5,
        "token_comments": [],
    }
    names = [{event["by"] for event in each} for each in events]
    assert len(names[0]) == len(names[1]) == len({event["by"] for event in events[0]})
    assert not names[0] & names[1]
    usernames = set(User.objects.values_list("username", flat=True))
    assert not usernames & {str(value) for event in events[0] for value in event.values()}
    assert [event["event"] for event in events[0] if event["item"] == "b-1-a"][-1] == "perturbed"
    without = [{name: value for name, value in event.items() if name != "by"} for event in events[0]] == [
        {name: value for name, value in event.items() if name != "by"} for event in events[1]
    ]
    assert without


def test_without_asking_there_is_no_history(benchmark):
    release = built(benchmark)
    assert not release.files.filter(name="annotations.jsonl").exists()
    assert release.manifest["history"] is False


def test_pseudonyms_are_one_a_person_and_drawn_anew():
    first, second = Pseudonyms(), Pseudonyms()
    assert first.of(1) == first.of(1) != first.of(2)
    assert first.of(None) is None
    assert first.of(1) != second.of(1)


def test_a_runs_scores_go_along_in_the_workers_form(benchmark):
    model = LanguageModel.objects.create(name="mini", source="mini", revision="sha256:0", languages=["en"])
    stamp = {
        "model": {
            "name": "mini",
            "revision": "sha256:0",
            "dtype": "float32",
            "worker_version": "1",
            "torch_version": "2",
            "transformers_version": "5",
        },
        "method": {"name": "attention", "settings": {}},
    }
    run = Run.objects.create(
        benchmark=benchmark, model=model, source="mini", revision="sha256:0", method="attention",
        kind="requested", state="done", stamps=[stamp],
    )  # fmt: skip
    saliency = {
        "scores": [0.0, 0.5, 0.0, 0.5, 0.0, 0.0, 0.0],
        "mask_and_special_mass": 0.1,
        "completeness_gap": None,
        "relative_gap": None,
        "target": [4],
        "points": None,
    }
    prediction = {
        "candidates": [{"answer": "Paris", "pieces": [4], "probability": 0.5}],
        "answer_pieces": [4],
        "answer_probability": 0.5,
        "answer_rank": 1,
        "top1": True,
        "top3": True,
        "unknown_answer": False,
    }
    item = Item.objects.get(external_id="b-1")
    RunItem.objects.create(run=run, item=item, state="done", prediction=prediction, saliency=saliency)
    release = built(benchmark, options=Options(runs=(run.pk,)))
    from worker.types import ScoreLine

    (line,) = content(release, f"scores-{run.pk}.jsonl").splitlines()
    score = ScoreLine.from_json(json.loads(line))
    assert score.instance == "capitals/b-1"
    assert score.method.name == "attention"
    assert score.prediction is not None
    assert score.prediction.top1
    assert score.saliency is not None
    assert score.saliency.scores[1] == 0.5
    assert release.manifest["runs"] == [run.pk]


def test_a_lines_bytes_give_the_content_hash_of_the_line():
    line = {
        "id": 'c/",\\"id\\":"',
        "external_id": ',"id":"x","language":',
        "golden_answer": '"settings_version":1,"text":',
        "language": "en",
        "mask": {"start": 1},
        "settings_version": 3,
        "split": "dev",
        "text": ',"settings_version":,"text":',
    }
    whole, bytes_alone = ContentHash(), ContentHash()
    whole.add(line)
    bytes_alone.add_encoded(canonical(line))
    assert whole.text() == bytes_alone.text()


def test_the_content_hash_knows_content_alone(benchmark):
    first, second = built(benchmark), built(benchmark, "2.0.0")
    assert first.manifest["content_hash"] == second.manifest["content_hash"]
    Perturbation.objects.filter(type="important").update(type="syntactic")
    assert built(benchmark, "3.0.0").manifest["content_hash"] != first.manifest["content_hash"]
