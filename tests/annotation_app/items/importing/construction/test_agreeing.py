import pytest

from annotation_app.items.importing.construction.agreeing import pronouns_fit, tense_of, tenses_fit


@pytest.mark.parametrize(
    ("sentence", "tense"),
    [
        ("The kettle whistles.", None),
        ("She whistles.", "present"),
        ("The kettle is hot.", "present"),
        ("It’s late.", "present"),
        ("The steam rises from the pot.", "present"),
        ("I hum.", "present"),
        ("I quickly hummed.", "past"),
        ("The lamp went out.", "past"),
        ("The rope snapped.", "past"),
        ("Ben was late.", "past"),
        ("The red bed broke.", "past"),
        ("The guests at the table felt cold.", "past"),
        ("Rain on the roof.", None),
    ],
)
def test_the_first_finite_verb_gives_the_tense(sentence: str, tense: str | None) -> None:
    assert tense_of(sentence) == tense


@pytest.mark.parametrize(
    ("premise", "alternative", "asks_for", "fits"),
    [
        ("The lamp went out.", "The fuse was old.", "cause", True),
        ("The lamp went out.", "The fuse is old.", "cause", False),
        ("The lawn is wet.", "It rained.", "cause", True),
        ("The lawn is wet.", "I slipped.", "effect", False),
        ("It rained.", "The lawn is wet.", "effect", False),
        ("The lawn is wet.", "I stay inside.", "effect", True),
        ("It rained.", "Puddles.", "effect", False),
    ],
)
def test_two_tenses_fit_only_where_a_past_cause_still_shows(
    premise: str, alternative: str, asks_for: str, fits: bool
) -> None:
    assert tenses_fit(premise, alternative, asks_for) is fits


@pytest.mark.parametrize(
    ("premise", "alternative", "fits"),
    [
        ("The pilot lost his map.", "She turned back.", False),
        ("The pilot lost his map.", "He turned back.", True),
        ("The pilot lost his map.", "His sister found it.", True),
        ("The girl called her dog.", "He barked.", False),
        ("The girl called the boy.", "He answered.", True),
        ("The man fell.", "She slipped on ice.", False),
        ("The team won.", "They cheered.", True),
    ],
)
def test_one_person_is_not_called_he_and_she(premise: str, alternative: str, fits: bool) -> None:
    assert pronouns_fit(premise, alternative) is fits
