"""Every format of a real release, opened with the tools that its readers use and compared field by field."""

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pandas
import pytest
from django.core.management import CommandError, call_command

from annotation_app.items.models import Item
from annotation_app.releases.formats.catalogue import FORMATS
from annotation_app.releases.models import Release
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.items.importing.reading import read
from tests.annotation_app.releases.samples import built, lines
from worker.eraser.files import read_annotations, read_documents

pytestmark = pytest.mark.django_db(transaction=True)
CHINESE = "法国的首都是 Paris 。"


@pytest.fixture
def release() -> Release:
    """An English original with two perturbed items, and a Chinese pair; one text looks like a formula."""
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="b-1", licence="CC BY 4.0", corpus="Places")
    make_pair(benchmark, original, external_id="b-1-x")
    make_pair(benchmark, original, external_id="b-1-a", type="important")
    other = make_original(
        benchmark,
        external_id="c-1",
        text="=1 capital of France in Paris .",
        language="zh",
        dimension="semantics",
    )
    make_pair(benchmark, other, external_id="c-1-s", type="syntactic")
    return built(benchmark)


def export(release: Release, name: str, folder: Path) -> Path:
    call_command(
        "export_release", str(folder), benchmark="capitals", number=release.version, format=name, verbosity=0
    )
    return folder


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_same_release_gives_the_same_bytes_again(release: Release, name: str, tmp_path: Path) -> None:
    first = export(release, name, tmp_path / "first")
    Item.objects.update(text="changed since then")
    second = export(release, name, tmp_path / "second")
    names = sorted(path.name for path in first.iterdir())
    assert names == sorted(path.name for path in second.iterdir())
    assert names
    for file in names:
        assert (first / file).read_bytes() == (second / file).read_bytes(), file


def test_json_lines_fit_the_schema_that_ships_with_them(release: Release, tmp_path: Path) -> None:
    folder = export(release, "jsonl", tmp_path)
    schema = json.loads((folder / "items.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    for line in records(folder / "items.jsonl"):
        validator.validate(line)
    broken = records(folder / "items.jsonl")[0] | {"golden_answer": ""}
    assert list(validator.iter_errors(broken))


def test_the_released_form_is_read_back_by_its_importer(release: Release, tmp_path: Path) -> None:
    folder = export(release, "released", tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == ["golden_en.jsonl", "golden_zh.jsonl"]
    original, first, second = records(folder / "golden_en.jsonl")
    assert original == {
        "sent_id": 0,
        "sent_text": "The capital of France is [MASK] .",
        "sent_token": ["The", "capital", "of", "France", "is", "[MASK]", "."],
        "sent_token_with_idx": [
            ["The", 0], ["capital", 1], ["of", 2], ["France", 3], ["is", 4], ["[MASK]", 5], [".", 6],
        ],
        "answers": "Paris",
        "rationale": "capital France",
        "rationale_tokens": [[["capital", "France"]]],
        "rationale_ids": [[[1, 3]]],
        "sample_type": "ori",
        "external_id": "b-1",
        "dimension": "knowledge",
        "rel_ids": [1, 2],
    }  # fmt: skip
    assert [(r["sent_id"], r["adv_type"], r["sample_type"]) for r in (first, second)] == [
        (1, "important", "disturb"),
        (2, "dispensable", "disturb"),
    ]
    zh = records(folder / "golden_zh.jsonl")
    assert [record["sent_id"] for record in zh] == [0, 1]
    assert zh[0]["rationale"] == "capitalFrance"
    found, problems = read("released", (folder / "golden_en.jsonl").read_text(), name="golden_en.jsonl")
    assert problems == []
    assert [record.text for record in found] == [
        line["text"] for line in lines(release) if line["language"] == "en"
    ]


def test_a_masked_span_of_several_tokens_is_one_in_the_released_form(tmp_path: Path) -> None:
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="m-1")
    original.mask_start, original.mask_end = 4, 6  # "is Paris"
    original.save()
    pair = make_pair(benchmark, original, external_id="m-1-x")
    Item.objects.filter(pk=pair.item_id).update(mask_start=5, mask_end=7)
    folder = export(built(benchmark), "released", tmp_path)
    record = records(folder / "golden_en.jsonl")[0]
    assert record["sent_token"] == ["The", "capital", "of", "France", "[MASK]", "."]
    assert (record["answers"], record["rationale_ids"]) == ("is Paris", [[[1, 3]]])
    eraser = export(Release.objects.get(), "eraser", tmp_path / "eraser")
    document = records(eraser / "docs.jsonl")[0]["document"]
    assert document == "The capital of France [MASK] [MASK] ."


def test_eraser_readers_find_each_rationale(release: Release, tmp_path: Path) -> None:
    folder = export(release, "eraser", tmp_path)
    annotations = read_annotations(folder / "test.jsonl")
    assert (read_annotations(folder / "train.jsonl"), read_annotations(folder / "val.jsonl")) == ([], [])
    documents = read_documents(folder, [line["external_id"] for line in lines(release)])
    for line, record in zip(lines(release), records(folder / "test.jsonl"), strict=True):
        words = [word for sentence in documents[line["external_id"]] for word in sentence]
        assert len(words) == len(line["tokens"])
        assert record["classification"] == line["golden_answer"]
        (group,) = record["evidences"]
        marked = [index for span in group for index in range(span["start_token"], span["end_token"])]
        assert marked == line["rationale"]["tokens"]
        for span in group:
            assert span["text"] == " ".join(words[span["start_token"] : span["end_token"]])
    assert len(annotations) == 5


def test_parquet_loads_in_one_line_with_its_card(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    folder = export(release, "parquet", tmp_path / "parquet")
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["test"]
    for row, line in zip(loaded["test"], lines(release), strict=True):
        assert (row["text"], row["golden_answer"]) == (line["text"], line["golden_answer"])
        assert row["rationale_tokens"] == line["rationale"]["tokens"]
        assert row["tokens"] == [word for word, _, _ in line["tokens"]]
        assert row["links"] == (line["pair"]["links"] if "pair" in line else None)
        assert row["original"] == (line["pair"]["original"] if "pair" in line else None)
    frame = pandas.read_parquet(folder / "test.parquet")
    assert list(frame["external_id"]) == [line["external_id"] for line in lines(release)]
    card = (folder / "README.md").read_text()
    assert "| Places | CC BY 4.0 | 1 |" in card
    assert "2 originals and 3 perturbed items in 3 pairs." in card


def test_csv_opens_in_pandas_and_holds_no_formula(release: Release, tmp_path: Path) -> None:
    folder = export(release, "csv", tmp_path)
    content = (folder / "items.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    frame = pandas.read_csv(io.BytesIO(content), keep_default_na=False)
    told = lines(release)
    assert list(frame["external_id"]) == [line["external_id"] for line in told]
    for (_, row), line in zip(frame.iterrows(), told, strict=True):
        text = line["text"]
        assert row["text"] == (f"'{text}" if text.startswith("=") else text)
        assert json.loads(row["rationale_tokens"]) == line["rationale"]["tokens"]
        assert row["perturbation_type"] == (line["pair"]["type"] if "pair" in line else "")
    assert not frame["text"].str.startswith("=").any()


def test_croissant_is_valid_and_its_records_are_the_items(release: Release, tmp_path: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    folder = export(release, "croissant", tmp_path)
    dataset = mlcroissant.Dataset(jsonld=folder / "croissant.json")
    assert not dataset.metadata.ctx.issues.errors
    found = list(dataset.records(record_set="items"))
    assert [record["items/text"].decode() for record in found] == [line["text"] for line in lines(release)]
    assert {record["items/golden_answer"].decode() for record in found} == {"Paris"}


def test_a_folder_that_can_not_be_written_leaves_nothing_half(release: Release, tmp_path: Path) -> None:
    blocked = tmp_path / "items.csv"
    blocked.mkdir()
    (blocked / "in-the-way").touch()
    with pytest.raises(CommandError, match="could not be written"):
        export(release, "csv", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["items.csv"]
