"""What an admin asks for when publishing a release, beside the items themselves."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from annotation_app.core.errors import Invalid

LARGEST_SEED = 2**31 - 1


@dataclass(frozen=True)
class SplitWish:
    """A split into dev and test, and train where something is left. dev, test: shares of the originals."""

    seed: int
    dev: Fraction
    test: Fraction


@dataclass(frozen=True)
class Options:
    """held_back: the test part's answers and rationales stay on the server. history: every judgement goes
    along, under pseudonyms. runs: whose predictions and saliencies go along."""

    split: SplitWish | None = None
    held_back: bool = False
    history: bool = False
    runs: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        split = self.split
        return {
            "split": split and {"seed": split.seed, "dev": str(split.dev), "test": str(split.test)},
            "held_back": self.held_back,
            "history": self.history,
            "runs": list(self.runs),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Options":
        split = value.get("split")
        return cls(
            split and SplitWish(split["seed"], Fraction(split["dev"]), Fraction(split["test"])),
            value.get("held_back", False),
            value.get("history", False),
            tuple(value.get("runs", ())),
        )


def check_options(options: Options) -> None:
    """Raises Invalid, with a message for each field: shares that are none, nothing to hold back."""
    errors: dict[str, list[str]] = {}
    split = options.split
    if split is not None:
        if not 0 <= split.seed <= LARGEST_SEED:
            errors["split.seed"] = [f"Must be a whole number from 0 to {LARGEST_SEED}."]
        for name, share in (("dev", split.dev), ("test", split.test)):
            if not 0 <= share <= 1:
                errors[f"split.{name}"] = ["Must lie between 0 and 1."]
        if not errors and not 0 < split.dev + split.test <= 1:
            errors["split.test"] = ["Dev and test together must be more than 0 and at most 1."]
    if options.held_back and (split is None or split.test == 0):
        errors["held_back"] = ["There is no test part to hold back: ask for a split with one."]
    if errors:
        raise Invalid("The release can't be made this way: see the fields.", errors=errors)
