from annotation_app.items.importing.construction.grammar import Sampler, Word, phenomena_of


def words(tagged: str) -> list[Word]:
    return [Word(*pair.rsplit("/", 1)) for pair in tagged.split()]


SENTENCE = "The/DT tall/JJR girl/NN sings/VBZ three/CD songs/NNS to/IN him/PRP ./."


def test_phenomena_are_found_by_tags_and_neighbours() -> None:
    sentence = words(SENTENCE)
    found = {
        name: [at for at in range(len(sentence)) if test(sentence, at)]
        for name, test in phenomena_of("en").items()
    }
    assert {name: at for name, at in found.items() if at} == {
        "subject_verb_number": [3],
        "plural_after_numeral": [5],
        "comparative": [1],
        "object_pronoun": [7],
        "article": [0],
        "preposition": [6],
        "plural_noun": [5],
        "singular_noun": [2],
    }


def test_sampler_covers_the_phenomena_evenly_and_the_same_way_again() -> None:
    runs = []
    for _ in range(2):
        sampler = Sampler("en", seed=3)
        runs.append([sampler.choose(words(SENTENCE), f"s{number}") for number in range(16)])
        assert set(sampler.taken.values()) == {2}
    assert runs[0] == runs[1]


def test_sampler_leaves_short_long_and_plain_sentences_without_a_mask() -> None:
    sampler = Sampler("en")
    assert sampler.choose(words("He/PRP sings/VBZ ./."), "short") is None
    assert sampler.choose(words("a/DT " * 80), "long") is None
    assert sampler.choose(words("!/. !/. !/. !/. !/. !/."), "plain") is None


def test_chinese_measure_words_and_particles_are_candidates() -> None:
    sentence = [
        Word("他", "PRP"),
        Word("买", "VV"),
        Word("了", "AS"),
        Word("三", "CD"),
        Word("本", "M"),
        Word("书", "NN"),
    ]
    tests = phenomena_of("zh-Hans")
    assert [at for at in range(6) if tests["measure_word"](sentence, at)] == [4]
    assert [at for at in range(6) if tests["aspect"](sentence, at)] == [2]
