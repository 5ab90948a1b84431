"""The case kinds of agreement between people."""

from collections.abc import Mapping
from typing import Any

from worker.metrics import people

Inputs = Mapping[str, Any]
Values = dict[str, Any]


def krippendorff_alpha(inputs: Inputs) -> Values:
    """Alpha of ratings, null where somebody gave none."""
    return _values(people.krippendorff_alpha(inputs["units"], inputs.get("level", "ordinal")))


def fleiss_kappa(inputs: Inputs) -> Values:
    """Kappa of categories, each unit judged by equally many."""
    return _values(people.fleiss_kappa(inputs["units"]))


def cohen_kappa(inputs: Inputs) -> Values:
    """Kappa of two people."""
    return _values(people.cohen_kappa(inputs["first"], inputs["second"]))


def rationale_f1(inputs: Inputs) -> Values:
    """Mean F1 between the people who marked an item."""
    return _values(people.rationale_f1([[set(each) for each in unit] for unit in inputs["units"]]))


def rationale_alpha(inputs: Inputs) -> Values:
    """Alpha over single tokens."""
    units = [(unit["tokens"], [set(each) for each in unit["rationales"]]) for unit in inputs["units"]]
    return _values(people.rationale_alpha(units))


def _values(found: people.Coefficient) -> Values:
    return {"value": found.value, "units": found.units, "reason": found.reason}


KINDS = {
    "krippendorff_alpha": krippendorff_alpha,
    "fleiss_kappa": fleiss_kappa,
    "cohen_kappa": cohen_kappa,
    "rationale_f1": rationale_f1,
    "rationale_alpha": rationale_alpha,
}
