"""Fills a database with one large benchmark and its people, for the load test. Made-up words, bulk writes."""

import random
from itertools import accumulate
from typing import Any

from knox.models import AuthToken

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Membership
from annotation_app.benchmarks.services import create_benchmark
from annotation_app.items.models import Item, MaskProposal
from annotation_app.rationales.models import Rationale

SLUG = "load"
TOKENS = 25
BATCH = 2000
# Of ten items: how many stand in each state when the load test begins.
STATES = ["mask_proposing"] + ["mask_rating"] * 3 + ["annotating"] * 2 + ["scoring"] * 3 + ["accepted"]
SEED = 20


def make_people(benchmark: Benchmark, *, role: str, number: int) -> list[str]:
    """Tokens of that many new people with one role."""
    tokens = []
    for index in range(number):
        person = User.objects.create(username=f"{role}{index}", display_name=f"{role.title()} {index}")
        Membership.objects.create(benchmark=benchmark, person=person, role=role)
        tokens.append(AuthToken.objects.create(user=person)[1])
    return tokens


def make_items(benchmark: Benchmark, *, number: int) -> None:
    """That many items of 25 made-up words, spread over the states, masked and with rationales where due."""
    settings = benchmark.settings
    annotators = list(User.objects.filter(memberships__role="annotator", memberships__benchmark=benchmark))
    chance = random.Random(SEED)
    syllables = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "vi"]
    for first in range(0, number, BATCH):
        items = []
        for index in range(first, min(first + BATCH, number)):
            words = ["".join(chance.choices(syllables, k=3)) for _ in range(TOKENS)]
            ends = list(accumulate(len(word) + 1 for word in words))
            state = STATES[index % len(STATES)]
            masked: dict[str, Any] = {}
            if state != "mask_proposing":
                masked = {"mask_start": 3, "mask_end": 4, "mask_attempt": 1}
            items.append(
                Item(
                    benchmark=benchmark,
                    settings=settings,
                    external_id=f"load-{index}",
                    language="en",
                    dimension=benchmark.settings.dimensions[index % 5] if index < 5 else "reasoning",
                    state=state,
                    text=" ".join(words),
                    token_starts=[0, *ends[:-1]],
                    token_ends=[end - 1 for end in ends],
                    **masked,
                )
            )
        items = Item.objects.bulk_create(items)
        MaskProposal.objects.bulk_create(
            MaskProposal(item=item, attempt=1, start=3, end=4, author=chance.choice(annotators))
            for item in items
            if item.mask is not None
        )
        Rationale.objects.bulk_create(
            Rationale(item=item, round=1, tokens=[1, 5], author=chance.choice(annotators))
            for item in items
            if item.state in ("scoring", "accepted")
        )


def seed(*, items: int, annotators: int, seniors: int) -> dict[str, Any]:
    """The benchmark's address and everybody's token, once it is all there."""
    owner = User.objects.create(username="owner")
    benchmark = create_benchmark(slug=SLUG, title="Load", description="", creator=owner)
    people = {
        "annotator": make_people(benchmark, role="annotator", number=annotators),
        "senior": make_people(benchmark, role="senior", number=seniors),
    }
    make_items(benchmark, number=items)
    return {"slug": SLUG, "people": people}
