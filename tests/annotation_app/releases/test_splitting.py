from collections import Counter
from fractions import Fraction

import pytest

from annotation_app.core.errors import Invalid
from annotation_app.releases.options import Options, SplitWish, check_options
from annotation_app.releases.splitting import Parts, place_of

WISH = SplitWish(seed=7, dev=Fraction(1, 10), test=Fraction(1, 5))


def original(language, dimension, text):
    return {"language": language, "dimension": dimension, "text": text}


def groups(counts):
    return [
        (language, dimension, f"{language} {dimension} {number}")
        for (language, dimension), size in counts.items()
        for number in range(size)
    ]


def parts_by_group(parts, rows):
    return Counter((row[0], row[1], parts.part_of(original(*row))) for row in rows)


def test_each_language_and_dimension_is_parted_by_itself():
    rows = groups({("en", "grammar"): 50, ("zh", "grammar"): 10, ("en", "knowledge"): 4})
    found = parts_by_group(Parts(WISH, rows), rows)
    assert found == {
        ("en", "grammar", "test"): 10,
        ("en", "grammar", "dev"): 5,
        ("en", "grammar", "train"): 35,
        ("zh", "grammar", "test"): 2,
        ("zh", "grammar", "dev"): 1,
        ("zh", "grammar", "train"): 7,
        # Of 54 originals so far 10.8 are test, of which the first group has 10, and 5.4 dev.
        ("en", "knowledge", "test"): 1,
        ("en", "knowledge", "train"): 3,
    }


def test_many_small_groups_get_their_share_together():
    rows = groups({("en", f"dimension {number}"): 1 for number in range(10)})
    found = Counter(part for (_, _, part), _ in parts_by_group(Parts(WISH, rows), rows).items())
    assert found == {"test": 2, "dev": 1, "train": 7}


def test_the_order_of_the_items_has_no_say_and_the_seed_has():
    rows = groups({("en", "grammar"): 40})
    one, again = Parts(WISH, rows), Parts(WISH, list(reversed(rows)))
    other = Parts(SplitWish(8, WISH.dev, WISH.test), rows)
    places = [[parts.part_of(original(*row)) for row in rows] for parts in (one, again, other)]
    assert places[0] == places[1]
    assert places[0] != places[2]


def test_one_text_is_in_one_part_however_it_is_spaced_and_composed():
    rows = [("en", "grammar", f"text {number}") for number in range(20) for _ in range(3)]
    parts = Parts(SplitWish(0, Fraction(0), Fraction(1, 3)), rows)
    found = {}
    for row in rows:
        found.setdefault(row[2], set()).add(parts.part_of(original(*row)))
    assert all(len(each) == 1 for each in found.values())
    assert place_of(0, "caf\u00e9  au lait") == place_of(0, "cafe\u0301 au lait ")


def test_dev_and_test_alone_leave_no_train():
    rows = groups({("en", "grammar"): 7})
    parts = Parts(SplitWish(0, Fraction(1, 2), Fraction(1, 2)), rows)
    assert parts_by_group(parts, rows) == {("en", "grammar", "test"): 4, ("en", "grammar", "dev"): 3}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (Options(SplitWish(-1, Fraction(0), Fraction(1, 2))), "split.seed"),
        (Options(SplitWish(0, Fraction(2), Fraction(0))), "split.dev"),
        (Options(SplitWish(0, Fraction(0), Fraction(0))), "split.test"),
        (Options(SplitWish(0, Fraction(2, 3), Fraction(1, 2))), "split.test"),
        (Options(held_back=True), "held_back"),
        (Options(SplitWish(0, Fraction(1, 2), Fraction(0)), held_back=True), "held_back"),
    ],
)
def test_options_that_do_not_work_name_their_field(options, field):
    with pytest.raises(Invalid) as refusal:
        check_options(options)
    assert list(refusal.value.errors) == [field]


def test_options_survive_their_row():
    options = Options(WISH, held_back=True, history=True, runs=(3, 4))
    assert Options.from_json(options.to_json()) == options
    assert Options.from_json({}) == Options()
