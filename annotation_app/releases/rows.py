"""The finished pairs as the database gives them, some thousand items at a time, without an object a row.

They are read over a connection of their own, so that PostgreSQL works on the next rows while these are being
written. Both connections see the database as it was at one moment.
"""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation_app.items.rules import State
from annotation_app.releases import rules
from annotation_app.releases.rules import Row
from annotation_app.releases.snapshots import execute, exported, reader_of

TOGETHER = 1000

# By the code points of external ids: the same order whatever the database's language.
_ORDER = """
SELECT pair.original_id, pair.item_id
FROM perturbations_perturbation pair
JOIN items_item original ON original.id = pair.original_id
JOIN items_item perturbed ON perturbed.id = pair.item_id
WHERE original.benchmark_id = %s AND original.state = %s AND perturbed.state = %s
ORDER BY original.external_id COLLATE "C", perturbed.external_id COLLATE "C"
"""
_MEMBERS = """
SELECT item.id, item.external_id, item.role, item.language, item.dimension,
    item.text, item.token_starts::text, item.token_ends::text, item.mask_start, item.mask_end, item.round,
    rationale.tokens::text,
    COALESCE(score.sufficiency, told.sufficiency), COALESCE(score.compactness, told.compactness),
    COALESCE(rating.confidence, told.mask_confidence::text),
    item.corpus, item.source_file, item.record_id, item.licence, item.importer, item.tokeniser,
    item.mask_source, item.settings_id, pair.type, pair.links::text,
    CASE WHEN item.meta ? 'pos'
        THEN jsonb_build_array(item.meta->'pos', item.meta->'upos', item.meta->'answers')::text END
FROM items_item item
LEFT JOIN rationales_rationale rationale ON rationale.item_id = item.id AND rationale.round = item.round
LEFT JOIN perturbations_perturbation pair ON pair.item_id = item.id
LEFT JOIN releases_releasedjudgement told ON told.item_id = item.id
LEFT JOIN LATERAL (
    SELECT array_agg(sufficiency)::text AS sufficiency, array_agg(compactness)::text AS compactness
    FROM rationales_rationalescore WHERE rationale_id = rationale.id
) score ON TRUE
LEFT JOIN LATERAL (
    SELECT array_agg(given.confidence)::text AS confidence
    FROM items_maskproposal proposal JOIN items_maskrating given ON given.proposal_id = proposal.id
    WHERE proposal.item_id = item.id AND proposal.attempt = item.mask_attempt
) rating ON TRUE
WHERE item.id = ANY(%s)
"""

# Items are looked up by key, which is right however many there are and however old the statistics.
_BY_KEY = "SET LOCAL enable_seqscan = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_hashjoin = off"

_decode = msgspec.json.Decoder().decode
_decode_numbers = msgspec.json.Decoder(list[int]).decode


class Member(NamedTuple):
    """An item of a finished pair, with what people decided about it. Arrays are as PostgreSQL writes them.

    sufficiency, compactness: the scores, or their mean where it is all that a release told. pos: parts of
    speech as the source gave them (the language's own, universal ones) and the answer that it had.
    """

    pk: int
    external_id: str
    role: str
    language: str
    dimension: str
    text: str
    token_starts: str
    token_ends: str
    mask_start: int | None
    mask_end: int | None
    round: int
    rationale: str | None
    sufficiency: str | None
    compactness: str | None
    confidence: str | None
    corpus: str
    source_file: str
    record_id: str
    licence: str
    importer: str
    tokeniser: str
    mask_source: str
    settings: int
    type: str | None
    links: str | None
    pos: str | None

    def row(self) -> Row:
        """What the checks look at."""
        mask = None
        if self.mask_start is not None and self.mask_end is not None:
            mask = self.mask_start, self.mask_end
        rationale = numbers(self.rationale) if self.rationale else []
        return Row(self.text, numbers(self.token_starts), numbers(self.token_ends), mask, rationale)

    def answer_pos(self, row: Row) -> str | None:
        """The golden answer's part of speech, if the item's source told it; of several words, each one's.

        A treebank tells it of every token, universal tags or its own. A released set tells it of its answer.
        """
        if self.pos is None or row.mask is None:
            return None
        own, universal, answers = _decode(self.pos)
        if isinstance(own, str):
            return own if own and answers in (answer := rules.answer(row), [answer]) else None
        tags = universal or own
        if not isinstance(tags, list) or len(tags) != len(row.starts):
            return None
        masked = tags[slice(*row.mask)]
        return " ".join(masked) if all(isinstance(tag, str) and tag for tag in masked) else None

    def pair_links(self) -> Any:
        """The tokens that correspond, as they were stored."""
        return None if self.links is None else _decode(self.links)


class Group(NamedTuple):
    """An original with the perturbed items that are in finished pairs with it."""

    original: Member
    perturbed: list[Member]


def numbers(array: str) -> list[int]:
    """The members of an array of whole numbers, as PostgreSQL writes it."""
    return _decode_numbers(f"[{array[1:-1]}]")


@lru_cache(maxsize=4096)
def few_numbers(array: str | None) -> tuple[int, ...]:
    """The members of a short array such as those of scores, of which there are few different ones."""
    return tuple(sorted(numbers(array))) if array else ()


def groups_of(benchmark_id: int) -> Generator[list[Group], None, None]:
    """All finished pairs by original, some thousand at a time. Call it in a transaction."""
    reader = reader_of(exported())
    try:
        execute(reader, "SET LOCAL work_mem = '64MB'")
        with ThreadPoolExecutor(1) as beside, reader.connection.cursor("order_of_pairs") as order:
            order.itersize = TOGETHER
            with reader.wrap_database_errors:
                order.execute(_ORDER, [benchmark_id, State.ACCEPTED.value, State.ACCEPTED.value])
                execute(reader, _BY_KEY)
            rest: list[tuple[int, int]] = []
            coming = beside.submit(_next_groups, reader, order, rest)
            while groups := coming.result():
                coming = beside.submit(_next_groups, reader, order, rest)
                yield groups
    finally:
        reader.close()


def _next_groups(reader: BaseDatabaseWrapper, order: Any, rest: list[tuple[int, int]]) -> list[Group]:
    """The next groups, each whole. rest: pairs of the last original seen, of which more may come."""
    with reader.wrap_database_errors:
        pairs = rest + order.fetchmany(TOGETHER)
        rest.clear()
        if not pairs:
            return []
        # The last original's pairs may go on in the next part.
        while True:
            more = order.fetchmany(1)
            if not more or more[0][0] != pairs[-1][0]:
                rest.extend(more)
                break
            pairs += more
        wanted = {key for pair in pairs for key in pair}
        with reader.connection.cursor() as cursor:
            cursor.execute(_MEMBERS, [list(wanted)])
            members = {row[0]: Member._make(row) for row in cursor.fetchall()}
    found: dict[int, Group] = {}
    for original, perturbed in pairs:
        group = found.get(original)
        if group is None:
            group = found[original] = Group(members[original], [])
        group.perturbed.append(members[perturbed])
    return list(found.values())
