import pytest

from annotation_app.items.importing.construction.casing import FirstWords
from annotation_app.items.importing.construction.joining import CONNECTIVES, choose, join
from annotation_app.items.importing.construction.pronouns import replaced
from annotation_app.items.importing.construction.statement import Unsure, untokenised

WORDS = FirstWords()
WORDS.learn(
    [
        "The water rose.",
        "She saw a dog and told Ann.",
        "They met Paul.",
        "He paid many taxes.",
        "I see a city.",
    ]
)


@pytest.mark.parametrize(
    ("sentence", "lowered"),
    [
        ("Water flowed.", "water flowed."),
        ("The pipe burst.", "the pipe burst."),
        ("Dogs barked.", "dogs barked."),
        ("Cities grew.", "cities grew."),
        ("Ann sang.", "Ann sang."),
        ("Tom sang.", "Tom sang."),
        ("I sang.", "I sang."),
        ("I'd sung.", "I'd sung."),
        ("NASA flew.", "NASA flew."),
        ("12 came.", "12 came."),
    ],
)
def test_first_word_goes_small_unless_it_is_a_name(sentence: str, lowered: str) -> None:
    assert WORDS.lowered(sentence) == lowered


@pytest.mark.parametrize(
    ("premise", "alternative", "asks", "language", "sentences"),
    [
        ("It fell.", "The wind blew.", "cause", "en", {"It fell because the wind blew."}),
        ("It fell.", "Tom pushed it!", "cause", "en", {"It fell because Tom pushed it!"}),
        (
            "It fell!", "Water flowed", "effect", "en",
            {f"It fell, {word} water flowed." for word in ("so", "and as a result", "and therefore")},
        ),
        (
            "风很大。", "树倒了。", "effect", "zh",
            {"风很大，所以树倒了。", "风很大，因此树倒了。", "风很大，于是树倒了。"},
        ),
        ("树倒了。", "风很大", "cause", "zh-Hans", {"树倒了，因为风很大。", "树倒了，这是因为风很大。"}),
    ],
)  # fmt: skip
def test_join_makes_one_sentence_for_each_connective(
    premise: str, alternative: str, asks: str, language: str, sentences: set[str]
) -> None:
    made = {
        join(premise, alternative, asks, language=language, words=WORDS, seed=str(seed))[0]
        for seed in range(40)
    }
    assert made == sentences


def test_join_is_the_same_for_the_same_seed() -> None:
    options = CONNECTIVES["en", "effect"]
    assert [choose(options, f"0 {n}") for n in range(20)] == [choose(options, f"0 {n}") for n in range(20)]


@pytest.mark.parametrize(
    ("before", "pronoun", "after", "noun", "text"),
    [
        (
            "The cup is too big for the box because",
            "it",
            "is wide.",
            "The cup",
            "…because {the cup} is wide.",
        ),
        ("Ann met Eve.", "She", "smiled.", "Eve", "…Eve. {Eve} smiled."),
        ("A man met a boy and lost", "his", "hat.", "A man", "…lost {the man}'s hat."),
        ("The boys took", "their", "hats.", "The boys", "…took {the boys}' hats."),
        ("Ann met Eve and greeted", "her", ".", "Eve", "…greeted {Eve}."),
        ("Ann met Eve and took", "her", "hat.", "Eve", "…took {Eve}'s hat."),
        ('Ann said "', "he", 'sings."', "Tom", '…said "{Tom} sings."'),
    ],
)
def test_pronoun_is_replaced_by_what_it_means(
    before: str, pronoun: str, after: str, noun: str, text: str
) -> None:
    made = replaced(before, pronoun, after, noun)
    start, end = made.answer
    assert f"{made.text[:start]}{{{made.text[start:end]}}}{made.text[end:]}".endswith(text.removeprefix("…"))


@pytest.mark.parametrize("pronoun", ["himself", "theirs", "he or she", ""])
def test_pronoun_without_a_noun_in_its_form_is_left(pronoun: str) -> None:
    with pytest.raises(Unsure):
        replaced("Tom saw", pronoun, "there.", "" if not pronoun else "Tom")


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("It is 5 % , is n't it ?", "It is 5%, isn't it?"),
        ("`` Go ( home ) , '' he said .", "“Go (home),” he said."),
        ("Tom 's $ 5 hat", "Tom's $5 hat"),
    ],
)
def test_tokens_are_written_with_the_usual_spacing(tokens: str, text: str) -> None:
    assert untokenised(tokens) == text
