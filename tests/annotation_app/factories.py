"""Rows for tests, made through the ORM in whatever state a test begins from. Each has a name of its own."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from rest_framework.test import APIClient

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Membership
from annotation_app.benchmarks.services import create_benchmark
from annotation_app.items.models import Item, MaskProposal, MaskRating
from annotation_app.items.rules import ItemRole, MaskSource, State
from annotation_app.perturbations.models import Perturbation
from annotation_app.rationales.models import Rationale, RationaleScore

_numbers = count(1)
TEXT = "The capital of France is Paris ."
PERTURBED_TEXT = "The proud capital of France is Paris ."


def make_person(name: str = "") -> User:
    """A person without a password: hashing one takes longer than most tests."""
    person = User(username=name or f"person{next(_numbers)}")
    person.display_name = person.username.title()
    person.set_unusable_password()
    person.save()
    return person


def make_benchmark(slug: str = "", **settings: Any) -> Benchmark:
    slug = slug or f"benchmark{next(_numbers)}"
    return create_benchmark(
        slug=slug, title=slug.title(), description="", creator=make_person(), settings=settings
    )


def make_member(benchmark: Benchmark, *roles: str) -> User:
    person = make_person()
    for role in roles:
        Membership.objects.create(benchmark=benchmark, person=person, role=role)
    return person


def client_of(person: User | None) -> APIClient:
    """A client signed in as a person, or as nobody."""
    client = APIClient()
    if person is not None:
        client.force_authenticate(person)
    return client


def spans_of(words: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Where words stand in a text, in their order."""
    spans, at = [], 0
    for word in words:
        start = text.index(word, at)
        at = start + len(word)
        spans.append((start, at))
    return spans


def make_item(benchmark: Benchmark, text: str = TEXT, *, answer: str = "Paris", **fields: Any) -> Item:
    """An item whose tokens are the words between spaces, masked where the answer stands."""
    words = text.split()
    spans = spans_of(words, text)
    mask = words.index(answer)
    facts: dict[str, Any] = {
        "settings": benchmark.settings,
        "external_id": f"item-{next(_numbers):04}",
        "language": "en",
        "dimension": "knowledge",
        "role": ItemRole.ORIGINAL,
        "state": State.ACCEPTED,
        "mask_start": mask,
        "mask_end": mask + 1,
        "mask_attempt": 1,
        "mask_source": MaskSource.ANNOTATOR,
        "corpus": "Capitals",
        "source_file": "capitals.jsonl",
        "record_id": "1",
        "licence": "CC0-1.0",
        "importer": "jsonl",
        "tokeniser": "space",
    }
    return Item.objects.create(
        benchmark=benchmark,
        text=text,
        token_starts=[start for start, _ in spans],
        token_ends=[end for _, end in spans],
        **(facts | fields),
    )


def make_rationale(
    item: Item, tokens: Sequence[int], *, scores: Sequence[tuple[int, int]] = ((3, 4), (3, 4), (3, 3))
) -> Rationale:
    """A rationale in the item's round with one score by a senior each."""
    rationale = Rationale.objects.create(
        item=item, round=item.round, tokens=list(tokens), author=make_person()
    )
    for sufficiency, compactness in scores:
        RationaleScore.objects.create(
            rationale=rationale, senior=make_person(), sufficiency=sufficiency, compactness=compactness
        )
    return rationale


def make_ratings(item: Item, confidences: Sequence[int] = (2, 1, 1)) -> MaskProposal:
    """The item's mask as proposed, with one rating by a person each."""
    assert item.mask is not None
    proposal = MaskProposal.objects.create(
        item=item, attempt=item.mask_attempt, start=item.mask[0], end=item.mask[1], author=make_person()
    )
    for confidence in confidences:
        MaskRating.objects.create(proposal=proposal, rater=make_person(), confidence=confidence)
    return proposal


def make_original(benchmark: Benchmark, **fields: Any) -> Item:
    """An accepted original with its ratings and its rationale, the words "capital" and "France"."""
    item = make_item(benchmark, **fields)
    make_ratings(item)
    make_rationale(item, [1, 3])
    return item


def make_pair(
    benchmark: Benchmark,
    original: Item | None = None,
    *,
    text: str = PERTURBED_TEXT,
    type: str = "dispensable",
    links: Sequence[tuple[int, int]] = ((0, 0), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)),
    rationale: Sequence[int] = (2, 4),
    **fields: Any,
) -> Perturbation:
    """A pair of an accepted original and a perturbed item, accepted too unless a state is given."""
    original = original or make_original(benchmark)
    item = make_item(
        benchmark,
        text,
        **(
            {
                "external_id": f"{original.external_id}-{type}-{next(_numbers)}",
                "role": ItemRole.PERTURBED,
                "mask_attempt": 0,
                "language": original.language,
                "dimension": original.dimension,
            }
            | fields
        ),
    )
    if item.state == State.ACCEPTED:
        make_rationale(item, rationale)
    return Perturbation.objects.create(
        original=original,
        item=item,
        type=type,
        author=make_person(),
        links=[list(link) for link in links],
    )
