"""Two sentences joined to one by a connective that fits cause or effect (paper A, section 3.2)."""

import hashlib

from annotation_app.items.importing.construction.casing import FirstWords

RELATIONS = ("cause", "effect")
# What stands between the premise and its cause, or its effect. English "since" and "as" could tell a time,
# "thus" would need another word order, so they are not here.
CONNECTIVES = {
    ("en", "cause"): (" because ",),
    ("en", "effect"): (", so ", ", and as a result ", ", and therefore "),
    ("zh", "cause"): ("，因为", "，这是因为"),
    ("zh", "effect"): ("，所以", "，因此", "，于是"),
}
MARKS = ".!?。！？ "


def choose(options: tuple[str, ...], seed: str) -> str:
    """One of some options, the same for the same seed on every machine."""
    digest = hashlib.blake2b(seed.encode(), digest_size=8).digest()
    return options[int.from_bytes(digest) % len(options)]


def join(
    premise: str, alternative: str, asks_for: str, *, language: str, words: FirstWords, seed: str
) -> tuple[str, str]:
    """One sentence of a premise and its right cause or effect, and the connective used.

    Raises: KeyError (a relation that is not known). Languages without a list of their own use English's.
    """
    chinese = language.split("-")[0].lower() == "zh"
    premise, alternative = " ".join(premise.split()), " ".join(alternative.split())
    connective = choose(CONNECTIVES["zh" if chinese else "en", asks_for], seed)
    end = alternative[-1] if alternative[-1] in MARKS else "。" if chinese else "."
    second = alternative.rstrip(MARKS)
    if not chinese:
        second = words.lowered(second)
    return premise.rstrip(MARKS) + connective + second + end, connective.strip(" ,，")
