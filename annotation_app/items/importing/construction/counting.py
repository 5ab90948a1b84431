"""Where the number of an answer goes in an English statement: "How many NOUNS did she buy" and its kin."""

from dataclasses import dataclass

from annotation_app.items.importing.construction.clauses import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    split_clause,
)
from annotation_app.items.importing.construction.statement import Statement, Unsure
from annotation_app.items.importing.construction.verbs import finite_forms, is_base, is_participle

AFTER_OBJECT = frozenset(
    [
        "each",
        "all",
        "altogether",
        "left",
        "now",
        "today",
        "total",
        "more",
        "in-all",
        "together",
        "in",
        "on",
        "at",
        "of",
        "for",
        "from",
        "to",
        "with",
        "by",
        "about",
        "into",
        "after",
        "before",
        "during",
        "over",
        "between",
        "since",
        "until",
        "than",
        "when",
        "if",
        "so",
        "yesterday",
        "tomorrow",
        "last",
        "this",
        "that",
        "altogether",
        "away",
        "back",
        "per",
        "combined",
        "alone",
        "there",
        "up",
        "out",
        "per",
        "every",
        "later",
        "first",
        "while",
        "as",
        "through",
        "because",
        "initially",
        "originally",
        "remaining",
        "so",
    ]
)


@dataclass(frozen=True)
class Amount:
    """A number as written and, if known, what it counts: "dollars"; "$" stands before it."""

    number: str
    unit: str = ""

    @property
    def before(self) -> str:
        return "$" if self.unit == "$" else ""

    @property
    def after(self) -> str:
        return "" if self.unit in ("$", "") else f" {self.unit}"


@dataclass(frozen=True)
class Parts:
    """A statement around its number: what stands before and behind it."""

    before: str
    after: str

    def joined(self, amount: Amount, noun: str = "") -> Statement:
        counted = f" {noun}" if noun else ""
        before = f"{self.before} " if self.before else ""
        after = f" {self.after}" if self.after else ""
        return Statement.of(before + amount.before, amount.number, (counted or amount.after) + after)


def many(words: list[str], amount: Amount) -> Statement:
    """how many NOUNS ...: who has, buys or is them."""
    at = next((at for at, word in enumerate(words) if word.lower() in AUXILIARIES), None)
    low = [word.lower() for word in words] + [""]
    finite = finite_forms() - AUXILIARIES
    # "stars" is a verb's form too, but not with "did" behind it.
    verb = next((i for i in range(1, len(words)) if low[i] in finite and low[i + 1] not in AUXILIARIES), None)
    if verb is not None and (at is None or verb < at):
        if any(word in words[:verb] for word in ("that", "who", "which")) or (
            is_participle(words[verb]) and at is not None
        ):
            raise Unsure("needs_wording", "The noun has a clause of its own.")
        return Parts("", " ".join(words[verb:])).joined(amount, " ".join(words[:verb]))
    if at is None or at == 0 or at > 7:
        raise Unsure("needs_wording", "No verb behind the noun was found.")
    return _counted(words[at:], " ".join(words[:at]), amount)


def _counted(words: list[str], noun: str, amount: Amount) -> Statement:
    """The statement with "5 NOUNS" in its place. words: from the auxiliary on; noun may be empty."""
    auxiliary, rest = words[0].lower(), words[1:]
    if not rest:
        raise Unsure("needs_wording", "The question breaks off.")
    head = rest[0].lower()
    if head == "there":
        return Parts(
            f"there {auxiliary}" + (" be" if rest[1:2] == ["be"] else ""),
            " ".join(rest[1 + (rest[1:2] == ["be"]) :]),
        ).joined(amount, noun)
    if auxiliary in BE:
        return _being(auxiliary, rest, noun, amount)
    if (auxiliary in MODALS and head in ("be", "not")) or (auxiliary in HAVE and head == "been"):
        return Parts("", " ".join(words)).joined(amount, noun)
    if auxiliary in HAVE:
        at = next((at for at, word in enumerate(rest[:6]) if at and is_participle(word)), None)
        if at is None:
            raise Unsure("needs_wording", "No participle behind the subject was found.")
        return _object(f"{' '.join(rest[:at])} {auxiliary} {rest[at]}", rest[at + 1 :], noun, amount)
    clause = split_clause(words)
    tail = clause.rest.split()
    start = f"{clause.subject} {clause.finite}"
    if clause.verb in ("take", "cost") and clause.subject.lower() == "it" and "to" in tail:
        cut = tail.index("to")
        return Parts(" ".join([start, *tail[:cut]]), " ".join(tail[cut:])).joined(amount, noun)
    if (
        clause.verb in ("have", "need", "want", "plan", "like", "try")
        and tail[:1] == ["to"]
        and len(tail) > 1
    ):
        if not is_base(tail[1]) and tail[1] != "be":
            raise Unsure("needs_wording", "The verb behind “to” is not known.")
        inner = tail[2:]
        if inner and inner[0].lower() not in AFTER_OBJECT:
            if clause.verb == "have":
                raise Unsure("needs_wording", "Where the number belongs is not sure.")
            return Parts(start, " ".join(tail)).joined(amount, noun)
        return _object(f"{start} {' '.join(tail[:2])}", inner, noun, amount)
    return _object(start, tail, noun, amount)


def _being(auxiliary: str, rest: list[str], noun: str, amount: Amount) -> Statement:
    head = rest[0].lower()
    if head in PRONOUNS or head in DETERMINERS or rest[0][:1].isupper():
        at = next(
            (at for at, word in enumerate(rest[:5]) if at and word.endswith("ing") and word != "remaining"),
            None,
        )
        if at is None or (auxiliary in ("are", "were") and head not in PRONOUNS):
            raise Unsure("needs_wording", "What the verb says of whom is not sure.")
        return _object(f"{' '.join(rest[:at])} {auxiliary} {rest[at]}", rest[at + 1 :], noun, amount)
    if not noun:
        raise Unsure("needs_wording", "Nothing is counted.")
    return Parts("", " ".join([auxiliary, *rest])).joined(amount, noun)


def _object(start: str, rest: list[str], noun: str, amount: Amount) -> Statement:
    """The number as the object behind the verb, or behind the preposition that ends the question."""
    if rest and rest[-1].lower() in PREPOSITIONS - {"up", "out", "off", "over", "in", "altogether"}:
        return Parts(" ".join([start, *rest]), "").joined(amount, noun)
    if rest and rest[-1].lower() == "in" and len(rest) > 1 and rest[-2:] != ["come", "in"]:
        return Parts(" ".join([start, *rest]), "").joined(amount, noun)
    if "times" in noun.split()[:2] and "to" in rest:
        raise Unsure("needs_wording", "Where the number belongs is not sure.")
    if noun.split()[:1] == ["times"] or noun.split()[:2] == ["more", "times"]:
        return Parts(" ".join([start, *rest]), "").joined(amount, noun)
    if rest and rest[0].lower() not in AFTER_OBJECT and not rest[0].lower().endswith(("ly", "ing")):
        raise Unsure("needs_wording", "Where the number belongs is not sure.")
    if len(rest) > 1 and rest[0].lower() in ("with", "to", "for", "from") and rest[1].lower() in PREPOSITIONS:
        return Parts(f"{start} {rest[0]}", " ".join(rest[1:])).joined(amount, noun)
    if rest and rest[0].lower() in ("up", "out", "away", "back"):
        return Parts(f"{start} {rest[0]}", " ".join(rest[1:])).joined(amount, noun)
    return Parts(start, " ".join(rest)).joined(amount, noun)


def much(words: list[str], amount: Amount) -> Statement:
    """how much (money) does she have left; how much is the ticket; how much taller is she than he."""
    at = next((at for at, word in enumerate(words) if word.lower() in AUXILIARIES), None)
    if at is None or at > 3:
        raise Unsure("needs_wording", "No verb behind the amount was found.")
    noun = " ".join(words[:at]).lower()
    if noun.endswith("er") and words[at].lower() in BE and "than" in words:
        cut = words.index("than")
        subject, rest = " ".join(words[at + 1 : cut]), " ".join(words[cut:])
        if not amount.unit or amount.unit in ("$", "dollars", "cents") or not subject:
            raise Unsure("needs_wording", "The unit of the amount is not known.")
        return Parts(f"{subject} {words[at].lower()}", f"{noun} {rest}").joined(amount)
    if noun not in ("", "money", "more", "more money", "change", "total"):
        if not amount.unit or amount.unit in ("$", "dollars", "cents") or noun.startswith("more"):
            raise Unsure("needs_wording", "The unit of the amount is not known.")
        return _counted(words[at:], f"{amount.unit} of {noun}", Amount(amount.number))
    if not amount.unit:
        raise Unsure("needs_wording", "The unit of the amount is not known.")
    counted = amount.unit if amount.unit != "$" else ""
    more = " more" if noun.startswith("more") else ""
    if amount.number == "1" and amount.unit != "$":
        raise Unsure("needs_wording", "One thing would need its noun in the singular.")
    counted = counted and (f"{more.strip()} {counted}".strip() if more else counted)
    if words[at].lower() in BE:
        priced = words[at + 1 :]
        if (
            not priced
            or priced[0].lower() in ("left", "there")
            or any(is_participle(word) for word in priced)
        ):
            raise Unsure("needs_wording", "What is worth the amount is not sure.")
        if "than" in priced or more or "worth" in priced:
            raise Unsure("needs_wording", "What is compared is not sure.")
        return Parts(f"{' '.join(priced)} {words[at].lower()}", "").joined(amount)
    if more and not counted:
        return _counted(words[at:], "more", amount)
    return _counted(words[at:], counted, amount)


def adjective(adjective: str, words: list[str], amount: Amount) -> Statement:
    """how old is she; how far did he run."""
    if len(words) < 2:
        raise Unsure("needs_wording", "The question breaks off.")
    if adjective == "old" and words[0].lower() in BE and len(words) < 5 and amount.number != "1":
        return Parts(f"{' '.join(words[1:])} {words[0].lower()}", "").joined(
            Amount(amount.number), "years old"
        )
    known = amount.unit and amount.unit not in ("$", "dollars", "cents")
    if not known or amount.number == "1":
        raise Unsure("needs_wording", "The unit of the amount is not known.")
    if words[0].lower() in BE and adjective in ("tall", "long"):
        if any(word.lower() in PREPOSITIONS - {"of"} or is_participle(word) for word in words[1:]):
            raise Unsure("needs_wording", "What is measured is not sure.")
        return Parts(f"{' '.join(words[1:])} {words[0].lower()}", adjective).joined(amount)
    if adjective in ("far", "long") and words[0].lower() in DO | MODALS:
        return _counted(words, amount.unit, Amount(amount.number))
    raise Unsure("needs_wording", "No rule knows this form of question.")
