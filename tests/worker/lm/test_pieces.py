from collections.abc import Callable

import pytest

from worker.lm.errors import ScoringError
from worker.lm.masked_lm import MaskedLm
from worker.lm.pieces import piece_tokens, token_scores
from worker.types import Instance

InstanceMaker = Callable[..., Instance]


def spelled(model: MaskedLm, ids: tuple[int, ...]) -> list[str]:
    found: list[str] = model.tokenizer.convert_ids_to_tokens(list(ids))
    return found


def test_encode_masks_by_position_where_the_answer_stands_twice(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    instance = make_instance("the cat sat on the mat", ["the", "cat", "sat", "on", "the", "mat"], (4, 5))
    encoding = tiny_bert.encode(instance)
    assert spelled(tiny_bert, encoding.pieces) == [
        "[CLS]",
        "the",
        "cat",
        "sat",
        "on",
        "[MASK]",
        "mat",
        "[SEP]",
    ]
    assert encoding.mask_positions == (5,)
    assert spelled(tiny_bert, encoding.answer_pieces) == ["the"]


def test_encode_takes_special_words_in_the_text_for_plain_text(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    words = ["the", "[", "MASK", "]", "sat"]
    encoding = tiny_bert.encode(make_instance("the [MASK] sat", words, (4, 5)))
    assert encoding.pieces.count(tiny_bert.tokenizer.mask_token_id) == 1
    assert spelled(tiny_bert, encoding.pieces)[2:4] == ["[", "m"]


def test_encode_gives_one_mask_for_each_piece_of_the_answer(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    instance = make_instance("she likes playing water", ["she", "likes", "playing", "water"], (2, 3))
    encoding = tiny_bert.encode(instance)
    assert spelled(tiny_bert, encoding.answer_pieces) == ["play", "##ing"]
    assert encoding.mask_positions == (3, 4)
    assert encoding.tokens_of == ((), (0,), (1,), (2,), (2,), (3,), ())


def test_encode_cuts_the_answer_in_context(tiny_roberta: MaskedLm, make_instance: InstanceMaker) -> None:
    encoding = tiny_roberta.encode(make_instance("he flew planes.", ["he", "flew", "planes", "."], (2, 3)))
    assert spelled(tiny_roberta, encoding.answer_pieces) == ["Ġplanes"]
    first = tiny_roberta.encode(make_instance("planes fly.", ["planes", "fly", "."], (0, 1)))
    assert len(first.answer_pieces) > 1


def test_encode_takes_a_piece_of_space_for_part_of_its_word(
    tiny_roberta: MaskedLm, make_instance: InstanceMaker
) -> None:
    encoding = tiny_roberta.encode(make_instance("he é he", ["he", "é", "he"], (1, 2)))
    assert spelled(tiny_roberta, encoding.answer_pieces) == ["Ġ", "Ã", "©"]
    assert len(encoding.mask_positions) == 3


def test_encode_cuts_at_the_edges_of_a_span_inside_a_piece(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    # "cats" is "cat" + "##s"; a mask over "ca" would reach into the first piece.
    encoding = tiny_bert.encode(make_instance("the cats ran", ["the", "ca", "ts", "ran"], (1, 2)))
    assert spelled(tiny_bert, encoding.answer_pieces) == ["c", "##a"]
    assert encoding.mask_positions == (2, 3)
    assert encoding.tokens_of == ((), (0,), (1,), (1,), (2,), (2,), (3,), ())
    assert spelled(tiny_bert, encoding.pieces)[4:] == ["t", "##s", "ran", "[SEP]"]


def test_encode_counts_code_points_beyond_the_basic_plane(
    tiny_roberta: MaskedLm, make_instance: InstanceMaker
) -> None:
    encoding = tiny_roberta.encode(make_instance("he 👍🏽 is he", ["he", "👍🏽", "is", "he"], (2, 3)))
    assert encoding.unknown_answer is False
    covered = {token for tokens in encoding.tokens_of for token in tokens}
    assert covered == {0, 1, 2, 3}


def test_encode_marks_an_answer_the_tokenizer_does_not_know(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    assert tiny_bert.encode(make_instance("the 猫 sat", ["the", "猫", "sat"], (1, 2))).unknown_answer


@pytest.mark.parametrize(
    ("text", "words", "mask", "code"),
    [
        ("the cat", ["the", "cat"], None, "instance_without_mask"),
        ("the \ud83d cat", ["the", "\ud83d", "cat"], (2, 3), "text_not_unicode"),
        ("the \u0000 cat", ["the", "\u0000", "cat"], (1, 2), "answer_without_pieces"),
    ],
)
def test_encode_refuses_with_a_code(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, text: str, words: list[str], mask: object, code: str
) -> None:
    with pytest.raises(ScoringError) as caught:
        tiny_bert.encode(make_instance(text, words, mask))
    assert caught.value.code == code


def test_encode_refuses_an_item_one_piece_too_long(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    words = ["cat"] * (tiny_bert.longest - 2)
    assert len(tiny_bert.encode(make_instance(" ".join(words), words, (0, 1))).pieces) == tiny_bert.longest
    words.append("cat")
    with pytest.raises(ScoringError) as caught:
        tiny_bert.encode(make_instance(" ".join(words), words, (0, 1)))
    assert caught.value.code == "too_many_pieces"


def test_longest_input_leaves_out_the_positions_before_the_padding_id(
    tiny_bert: MaskedLm, tiny_roberta: MaskedLm
) -> None:
    assert tiny_bert.longest == 48  # the tokenizer's limit; the model has 64
    assert tiny_roberta.longest == 64  # 66 positions, of which ids 0 and 1 are never given


def test_a_piece_over_several_tokens_is_shared_equally() -> None:
    tokens_of = piece_tokens("ab c", [(0, 2), (3, 4)], [(0, 1), (1, 2), (3, 4)])
    assert tokens_of == [(0, 1), (2,)]
    assert token_scores([1.0, 0.5], tokens_of, 3) == [0.5, 0.5, 0.5]
