import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score  # type: ignore[import-untyped]

from worker.metrics import people


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=12))
def test_cohen_kappa_is_that_of_another_implementation(pairs: list[tuple[str, str]]) -> None:
    first, second = [ours for ours, _ in pairs], [theirs for _, theirs in pairs]
    found = people.cohen_kappa(first, second)
    if found.value is None:
        assert len({*first, *second}) == 1
    else:
        assert found.value == pytest.approx(cohen_kappa_score(first, second))


@given(
    st.lists(st.lists(st.sampled_from("ab"), min_size=3, max_size=3), min_size=1, max_size=8), st.randoms()
)
def test_kappa_and_alpha_do_not_care_who_judged_what(units: list[list[str]], random: object) -> None:
    shuffled = [random.sample(unit, len(unit)) for unit in units]  # type: ignore[attr-defined]
    assert people.fleiss_kappa(units) == people.fleiss_kappa(shuffled)
    numbers = [[float(ord(each)) for each in unit] for unit in units]
    assert people.krippendorff_alpha(numbers) == people.krippendorff_alpha(
        [[float(ord(each)) for each in unit] for unit in shuffled]
    )


@given(
    st.lists(st.lists(st.one_of(st.none(), st.integers(1, 4).map(float)), min_size=2, max_size=5), max_size=6)
)
def test_nominal_alpha_is_the_definition(units: list[list[float | None]]) -> None:
    found = people.krippendorff_alpha(units, level="nominal")
    kept = [[value for value in unit if value is not None] for unit in units]
    kept = [unit for unit in kept if len(unit) > 1]
    every = [value for unit in kept for value in unit]
    if len(set(every)) < 2:
        assert found.value is None
        assert found.reason == (people.ALL_ALIKE if kept else people.TOO_FEW)
        return
    observed = sum(
        sum(one != other for one in unit for other in unit) / (len(unit) - 1) for unit in kept
    ) / len(every)
    expected = sum(one != other for one in every for other in every) / (len(every) * (len(every) - 1))
    assert found.value == pytest.approx(1 - observed / expected)


@pytest.mark.parametrize(
    ("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_alpha_of_the_example_that_defines_it(level: people.Level, expected: float) -> None:
    """Twelve units, four observers, judgements missing: Krippendorff 2011, section C and D."""
    observers: list[list[float | None]] = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    found = people.krippendorff_alpha([list(unit) for unit in zip(*observers, strict=True)], level)
    assert found.value == pytest.approx(expected, abs=5e-4)
    assert found.units == 11


def test_a_rationale_outside_its_item_or_empty_is_refused() -> None:
    with pytest.raises(ValueError, match="a rationale leaves its item's tokens"):
        people.rationale_alpha([(2, [{0}, {2}])])
    with pytest.raises(ValueError, match="golden rationale is empty"):
        people.rationale_f1([[{0}, set()]])
