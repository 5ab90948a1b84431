"""Twenty items on their way from a file to finished pairs, as four annotators and three seniors play it.

What happens to an item follows from its number; the numbers below are those to which something special does.
Everything the players decide is kept, so that reports and releases can be checked against it.
"""

import re
from dataclasses import dataclass, field

from tests.e2e import edits
from tests.e2e.edits import Item
from tests.e2e.people import ADMIN, ANNOTATORS, SENIORS, Player, Site, Task, take_turns

MASK_REJECTED = "copa-4"
MODIFIED_TWICE = "copa-6"
REVIEWER_REWORDS = "copa-7"
DISCARDED = "copa-9"
PERTURBATION_REJECTED = "copa-11"
REVIEWERS_SPLIT = "copa-14"

# (sufficiency, compactness) by the three seniors. Accepted: mean sufficiency 3, mean compactness 11/3.
PASSES = ((3, 4), (3, 4), (3, 3))
TOO_LONG = ((3, 4), (3, 3), (3, 3))  # compactness 10/3 < 3.6
NOT_ENOUGH = ((3, 4), (2, 4), (3, 4))  # sufficiency 8/3 < 3
SCORES = {
    (MODIFIED_TWICE, 1): TOO_LONG,
    (MODIFIED_TWICE, 2): NOT_ENOUGH,
    (DISCARDED, 1): NOT_ENOUGH,
    (DISCARDED, 2): TOO_LONG,
    (DISCARDED, 3): TOO_LONG,
}


@dataclass
class Written:
    """What the players made of one item. original, type and links: of a perturbed item."""

    name: str
    dimension: str
    text: str = ""
    words: list[str] = field(default_factory=list)
    mask: tuple[int, int] = (0, 0)
    rationale: list[int] = field(default_factory=list)
    confidences: list[int] = field(default_factory=list)
    original: str = ""
    type: str = ""
    links: list[list[int]] = field(default_factory=list)


def number_of(name: str) -> int:
    return int(re.fullmatch(r"copa-(\d+)", name).group(1))  # type: ignore[union-attr]


def content_words(item: Item, *, letters: int = 5) -> list[int]:
    """The tokens that a rationale begins with: words of some length outside the mask; at least one token."""
    start, end = item["mask"]["start"], item["mask"]["end"]
    free = [token for token in item["tokens"] if not start <= token["index"] < end]
    long = [token["index"] for token in free if len(token["text"]) >= letters and token["text"].isalpha()]
    return long or [free[0]["index"]]


class Journey:
    """The players' decisions, stage by stage, and what they wrote."""

    def __init__(self, site: Site) -> None:
        self.annotators = site.players(ANNOTATORS)
        self.seniors = site.players(SENIORS)
        self.admin = site.player(ADMIN)
        self.items: dict[str, Written] = {}
        self.rejected: set[str] = set()
        self.reviewed: set[str] = set()
        self.second_pair = ""

    def propose_masks(self) -> int:
        return take_turns(self.annotators, "propose_mask", self._propose)

    def _propose(self, player: Player, task: Task) -> None:
        """Mask the last word; of each fifth item the last two; once rejected, the main part's last word."""
        item = task["item"]
        name, words = item["external_id"], [token["text"] for token in item["tokens"]]
        start, end = len(words) - 2, len(words) - 1
        if number_of(name) % 5 == 0:
            start -= 1
        if name in self.items:
            at, _ = edits.connective(words)
            start, end = at - 1, at
        player.propose_mask(task, start, end)
        self.items[name] = Written(name, item["dimension"], item["text"], words, (start, end))

    def rate_masks(self) -> int:
        return take_turns(self.annotators, "rate_mask", self._rate)

    def _rate(self, player: Player, task: Task) -> None:
        name, attempt = task["item"]["external_id"], task["mask"]["attempt"]
        confidences = self.items[name].confidences
        # The gate is 2: one rating of 3 is enough to reject a place.
        rejects = name == MASK_REJECTED and attempt == 1 and len(confidences) == 1
        confidence = 3 if rejects else 1 + number_of(name) % 2
        player.rate_mask(task, confidence)
        confidences.append(confidence)

    def write_rationales(self) -> int:
        return take_turns(self.annotators, "write_rationale", self._write)

    def _write(self, player: Player, task: Task) -> None:
        """An original's content words; of a perturbed item, where its original's rationale lies in it."""
        item, suggestion = task["item"], task["suggestion"]
        marked = content_words(item)
        if item["role"] == "perturbed":
            marked = sorted(suggestion["kept"] + suggestion["changed"])
        player.write_rationale(task, marked)
        written = self.items[item["external_id"]]
        written.words, written.text = [token["text"] for token in item["tokens"]], item["text"]
        written.mask, written.rationale = (item["mask"]["start"], item["mask"]["end"]), marked

    def score_rationales(self) -> int:
        return take_turns(self.seniors, "score_rationale", self._score)

    def _score(self, player: Player, task: Task) -> None:
        plan = SCORES.get((task["item"]["external_id"], task["item"]["round"]), PASSES)
        assert task["rationale"]["tokens"] == self.items[task["item"]["external_id"]].rationale
        player.score(task, *plan[SENIORS.index(player.username)])

    def modify_rationales(self) -> int:
        return take_turns(self.annotators, "modify_rationale", self._modify)

    def _modify(self, player: Player, task: Task) -> None:
        """The rationale that did not pass, with the first token that it leaves out."""
        item, previous = task["item"], task["previous"]
        plan = SCORES[item["external_id"], previous["round"]]
        given = {(score["sufficiency"], score["compactness"]) for score in previous["scores"]}
        assert given == set(plan)
        assert {score["scorer"] for score in previous["scores"]} == {"Senior 1", "Senior 2", "Senior 3"}
        masked = range(item["mask"]["start"], item["mask"]["end"])
        free = [i for i in range(len(item["tokens"])) if i not in masked and i not in previous["tokens"]]
        marked = sorted([*previous["tokens"], free[0]])
        player.write_rationale(task, marked)
        self.items[item["external_id"]].rationale = marked

    def perturb_each(self, originals: int) -> None:
        """A perturbation of each original, and a second one of the original that comes first again."""
        before = len(self.items)
        for turn in range(originals):
            self._perturb(self.annotators[turn % len(self.annotators)])
        made = {written.original for written in list(self.items.values())[before:]}
        assert len(made) == originals
        self.second_pair = self._perturb(self.annotators[2])

    def perturb_again(self) -> None:
        """Whose only perturbation was rejected is the next original that somebody gets."""
        assert self._perturb(self.annotators[0]) == PERTURBATION_REJECTED

    def _perturb(self, player: Player) -> str:
        task = player.next("create_perturbation")
        assert task is not None
        original, rationale = task["item"], task["perturbation"]["original_rationale"]
        name = original["external_id"]
        assert rationale == self.items[name].rationale
        again = any(written.original == name for written in self.items.values())
        kind, (before, after) = self._edit(original, rationale, again)
        preview = player.preview(original, kind, before, after)
        assert preview["warnings"] == [], (name, kind, preview["text"])
        made = player.perturb(original, kind, before, after)
        assert made["item"]["state"] == "perturbation_review"
        perturbed = self.admin.get(f"items/{made['item']['id']}")
        written = Written(perturbed["external_id"], perturbed["dimension"], original=name, type=kind)
        written.links, written.text = preview["links"], preview["text"]
        self.items[written.name] = written
        return name

    def _edit(self, original: Item, rationale: list[int], again: bool) -> tuple[str, edits.Sides]:
        number = number_of(original["external_id"])
        if again:
            return "important", edits.replace_word(original, rationale[-1], "nothing")
        if number % 3 == 0:
            return "syntactic", edits.turn_around(original)
        if number % 3 == 2:
            return "important", edits.replace_word(original, rationale[0], "something")
        opened = number % 2 == 1
        edit = edits.open_with(original, "In fact, ") if opened else edits.drop_small_word(original)
        return "dispensable", edit

    def review_perturbations(self) -> int:
        return take_turns(self.annotators, "review_perturbation", self._review)

    def _review(self, player: Player, task: Task) -> None:
        perturbation = task["perturbation"]
        original, name = perturbation["original"]["external_id"], task["item"]["external_id"]
        first = name not in self.reviewed
        self.reviewed.add(name)
        if original == PERTURBATION_REJECTED and not self.rejected - {name}:
            player.review(task, "reject", reason="The sentence says nothing any more.")
            self.rejected.add(name)
        elif original == REVIEWERS_SPLIT and first:
            player.review(task, "reject", reason="This is another story.")
        elif original == REVIEWER_REWORDS and first:
            before, after = edits.open_with(perturbation["original"], "Of course ")
            path = f"perturbations/{perturbation['id']}/preview"
            preview = player.post(path, expect=200, before=before, after=after)
            player.review(task, "approve_with_changes", before=before, after=after)
            self.items[name].links, self.items[name].text = preview["links"], preview["text"]
        else:
            player.review(task, "approve")

    def settle_perturbations(self) -> int:
        return take_turns(self.seniors, "settle_perturbation", self._settle)

    def _settle(self, player: Player, task: Task) -> None:
        assert task["perturbation"]["original"]["external_id"] == REVIEWERS_SPLIT
        assert [review["verdict"] for review in task["perturbation"]["reviews"]] == ["reject", "approve"]
        player.review(task, "approve", version=1)

    def finish_rationales(self) -> None:
        """Write, score and modify until nothing is left to do."""
        done = self.write_rationales()
        while done:
            done = self.score_rationales() + self.modify_rationales()

    def accepted(self) -> list[Written]:
        gone = {DISCARDED} | self.rejected
        return [written for written in self.items.values() if written.name not in gone]
