"""The words for people's parts in a benchmark, and what makes one version of its settings valid."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import langcodes

from annotation_app.core.errors import Invalid, NotEligible


class Role(StrEnum):
    """What a person may do in one benchmark. One person may have several."""

    ANNOTATOR = "annotator"
    SENIOR = "senior"
    ADMIN = "admin"


DIMENSIONS = ("grammar", "semantics", "knowledge", "reasoning", "computation")
PERTURBATION_TYPES = ("dispensable", "important", "syntactic")
MASK_SCALE = range(1, 5)
SUFFICIENCY_SCALE = range(1, 4)
COMPACTNESS_SCALE = range(1, 5)


def check_settings(
    *,
    counts: Mapping[str, int],
    mask_gate: int,
    sufficiency_gate: Fraction,
    compactness_gate: Fraction,
    languages: Sequence[str],
    dimensions: Sequence[str],
) -> None:
    """Refuse settings under which an item could never finish or a scale would be left.

    counts: how many raters, scorers, rounds, reviewers and the like, by field name; each at least 1.
    Raises: Invalid, with a message for each field.
    """
    errors = {name: ["Must be at least 1."] for name, count in counts.items() if count < 1}
    gates = (
        ("mask_gate", Fraction(mask_gate), MASK_SCALE),
        ("sufficiency_gate", sufficiency_gate, SUFFICIENCY_SCALE),
        ("compactness_gate", compactness_gate, COMPACTNESS_SCALE),
    )
    for name, gate, scale in gates:
        if not scale[0] <= gate <= scale[-1]:
            errors[name] = [f"Must lie on the scale, {scale[0]} to {scale[-1]}."]
    for name, values in (("languages", languages), ("dimensions", dimensions)):
        if not values:
            errors[name] = ["Name at least one."]
        elif len(set(values)) != len(values):
            errors[name] = ["Name each only once."]
    unknown = [tag for tag in languages if not langcodes.tag_is_valid(tag)]
    if unknown and "languages" not in errors:
        errors["languages"] = [f"Not a language tag (BCP 47): {', '.join(unknown)}."]
    if errors:
        raise Invalid("These settings would not work: see the fields.", errors=errors)


def check_admin_remains(*, role: str, admins: int) -> None:
    """A benchmark without an admin could never be helped from inside."""
    if role == Role.ADMIN and admins <= 1:
        raise NotEligible("This is the last admin. Make somebody else admin first.")
