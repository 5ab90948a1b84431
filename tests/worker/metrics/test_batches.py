import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.metrics import faithfulness, plausibility
from worker.metrics.batches import Batch, overlap_means, token_f1s
from worker.metrics.records import PairRecord, ScoredItem

SCORES = st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0, 1e-9])


@st.composite
def items(draw: st.DrawFn) -> ScoredItem:
    words = tuple(draw(st.lists(st.sampled_from(["a", "b", "é", "e\u0301", "c"]), min_size=2, max_size=7)))
    start = draw(st.integers(0, len(words) - 1))
    end = draw(st.integers(start, min(len(words), start + len(words) - 1)))
    mask = (start, end) if end > start else None
    free = [index for index in range(len(words)) if mask is None or not start <= index < end]
    golden = draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
    saliency = tuple(draw(st.lists(SCORES, min_size=len(words), max_size=len(words))))
    return ScoredItem("x", "en", "grammar", words, mask, tuple(sorted(golden)), None, saliency)


@st.composite
def pairs(draw: st.DrawFn) -> PairRecord:
    original, perturbed = draw(items()), draw(items())
    if draw(st.booleans()):
        return PairRecord(original, perturbed, "important", None)
    left = draw(st.permutations(range(len(original.tokens))))
    right = draw(st.permutations(range(len(perturbed.tokens))))
    size = draw(st.integers(0, min(len(left), len(right))))
    return PairRecord(original, perturbed, "important", tuple(zip(left[:size], right[:size], strict=True)))


def words_of(item: ScoredItem, ranking: list[int]) -> list[str]:
    return [item.tokens[index].replace("e\u0301", "é") for index in ranking]


@settings(max_examples=150, deadline=None)
@given(st.lists(pairs(), min_size=1, max_size=5), st.floats(0, 1))
def test_a_batch_gives_what_each_pair_gives_alone(records: list[PairRecord], ratio: float) -> None:
    batch = Batch()
    for record in records:
        batch.add_pair(record)
    computed = batch.compute()
    cuts = computed.cuts.sizes(np.full(len(batch.items), ratio))
    f1s = token_f1s(computed.golden_ranks, computed.golden, cuts)
    for item, value in zip(batch.items, f1s, strict=True):
        assert value == plausibility.token_f1(set(item.extracted(ratio)), set(item.rationale))
    sides = np.array(batch.pairs)
    at_k = overlap_means(computed.entries, computed.sizes, cuts[sides[:, 1]], cuts[sides[:, 0]])
    for number, record in enumerate(records):
        original, perturbed = record.original, record.perturbed
        assert original.saliency is not None
        assert perturbed.saliency is not None
        rankings = [
            plausibility.rank_tokens(each.saliency or (), each.masked()) for each in (original, perturbed)
        ]
        words = words_of(original, rankings[0]), words_of(perturbed, rankings[1])
        assert computed.map[number] == pytest.approx(faithfulness.map_overlap(*words), abs=1e-12)
        cut = words_of(original, original.extracted(ratio)), words_of(perturbed, perturbed.extracted(ratio))
        assert at_k[number] == pytest.approx(faithfulness.map_overlap(*cut), abs=1e-12)
        free = sorted(rankings[0]), sorted(rankings[1])
        if record.links is None:
            facing = faithfulness.align_tokens(words_of(original, free[0]), words_of(perturbed, free[1]))
            links = [(free[0][o], free[1][p]) for o, p in facing if o is not None and p is not None]
        else:
            links = list(record.links)
        aligned = faithfulness.align_links(*free, links)
        kept = [(o, p) for o, p in aligned if o is not None and p is not None]
        assert computed.map_aligned[number] == pytest.approx(
            faithfulness.map_aligned(*rankings, kept), abs=1e-12
        )
        pcc = faithfulness.aligned_pcc(original.saliency, perturbed.saliency, aligned)
        if pcc is None:
            assert math.isnan(computed.pcc[number])
        else:
            assert computed.pcc[number] == pytest.approx(pcc, abs=1e-9)
        assert (computed.positions[number], computed.virtual[number]) == (
            len(aligned),
            len(aligned) - len(kept),
        )


def batch_of(saliency: tuple[float, ...], links: tuple[tuple[int, int], ...]) -> Batch:
    original = ScoredItem("A", "en", "grammar", ("a", "b"), None, (0,), None, (0.5, 0.1))
    perturbed = ScoredItem("A1", "en", "grammar", ("a", "b"), None, (0,), None, saliency)
    batch = Batch()
    batch.add_pair(PairRecord(original, perturbed, "important", links))
    return batch


def test_a_batch_names_the_input_with_a_score_that_is_not_finite() -> None:
    with pytest.raises(ValueError, match="saliency: a score of item A1 is not finite"):
        batch_of((math.inf, 0.0), ()).compute()


def test_a_batch_refuses_a_token_in_two_links_but_not_a_link_elsewhere() -> None:
    with pytest.raises(ValueError, match="links: a token is linked twice"):
        batch_of((0.5, 0.1), ((0, 0), (0, 1))).compute()
    assert batch_of((0.5, 0.1), ((0, 0), (0, 7), (-1, 1))).compute().positions.tolist() == [3]
