"""The answer's part of speech, told where the item's source tells it and nowhere else."""

import json
from fractions import Fraction

import pytest

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item
from annotation_app.releases.bringing_in import bring_in
from annotation_app.releases.formats import released_sets
from annotation_app.releases.formats.frozen import frozen
from annotation_app.releases.options import Options, SplitWish
from tests.annotation_app.factories import make_benchmark, make_original, make_pair, make_person
from tests.annotation_app.releases.samples import built, content, lines

pytestmark = pytest.mark.django_db(transaction=True)
# Of "The capital of France is Paris .", whose answer is "Paris".
OWN = ["DT", "NN", "IN", "NNP", "VBZ", "NNP", "."]
UNIVERSAL = ["DET", "NOUN", "ADP", "PROPN", "AUX", "PROPN", "PUNCT"]


def pair_with(meta, **fields):
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="b-1", meta=meta, **fields)
    make_pair(benchmark, original, external_id="b-1-x")
    return benchmark


@pytest.mark.parametrize(
    ("meta", "told"),
    [
        pytest.param({"pos": OWN, "upos": UNIVERSAL}, "PROPN", id="universal tags of a treebank"),
        pytest.param({"pos": OWN}, "NNP", id="a treebank's own tags"),
        pytest.param({"pos": "名词", "answers": "Paris"}, "名词", id="a released set"),
        pytest.param(
            {"pos": "名词", "answers": ["Paris"]}, "名词", id="a released set that lists its answer"
        ),
        pytest.param(
            {"pos": "名词", "answers": "France"}, None, id="of another answer than the accepted one"
        ),
        pytest.param({"pos": "", "answers": "Paris"}, None, id="an empty one"),
        pytest.param({"pos": OWN[:-1]}, None, id="not of these tokens"),
        pytest.param({"pos": [*OWN[:5], "", "."]}, None, id="none of the masked token"),
        pytest.param({"pos": [1] * 7}, None, id="not tags"),
        pytest.param({"pos": {"a": 1}}, None, id="something else"),
        pytest.param({"question": "?"}, None, id="nothing"),
    ],
)
def test_both_items_of_a_pair_tell_what_the_source_told(meta, told):
    original, perturbed = lines(built(pair_with(meta)))
    assert (original.get("answer_pos"), perturbed.get("answer_pos")) == (told, told)


def test_several_masked_words_are_told_one_by_one():
    benchmark = pair_with({"pos": OWN, "upos": UNIVERSAL})
    Item.objects.filter(role="original").update(mask_end=7)
    Item.objects.filter(role="perturbed").update(mask_end=8)
    original, _ = lines(built(benchmark))
    assert (original["golden_answer"], original["answer_pos"]) == ("Paris .", "PROPN PUNCT")


def test_the_released_form_has_it_as_the_published_sets_do():
    release = built(pair_with({"pos": OWN, "upos": UNIVERSAL}))
    (file,) = released_sets.write(frozen(release, release.manifest))
    records = [json.loads(line) for line in b"".join(file.parts).splitlines()]
    assert [record["pos"] for record in records] == ["PROPN", "PROPN"]
    assert list(records[0])[8:10] == ["sample_type", "pos"]


def test_it_is_held_back_with_the_answer():
    benchmark = pair_with({"pos": OWN, "upos": UNIVERSAL})
    wish = SplitWish(1, Fraction(0), Fraction(1))
    release = built(benchmark, options=Options(split=wish, held_back=True))
    assert b"answer_pos" not in content(release, "test.jsonl")
    assert b'"answer_pos":"PROPN"' in content(release, "held-back.jsonl")


def test_it_comes_along_into_another_server():
    release = built(pair_with({"pos": OWN, "upos": UNIVERSAL}))
    bring_in(
        manifest=release.manifest,
        lines=lambda: iter(lines(release)),
        slug="copy",
        whole=True,
        person=make_person(),
    )
    copied = built(Benchmark.objects.get(slug="copy"))
    assert copied.manifest["content_hash"] == release.manifest["content_hash"]
    assert [line["answer_pos"] for line in lines(copied)] == ["PROPN", "PROPN"]
