"""English questions to statements: the answer takes the place of the wh-phrase.

Rules cover the forms they are sure of and are tried in order; the rest is left for a person.
"""

import re
from collections.abc import Callable

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
from annotation_app.items.importing.construction.names import (
    CLUB,
    LONGEST_ANSWER,
    NO_NAME,
    NOISE,
    OBJECT_VERBS,
    SCHOOLS,
    TIMES,
    TO_SCHOOL,
    head,
    named,
    plural,
    takes_article,
    time_preposition,
)
from annotation_app.items.importing.construction.statement import Statement, Unsure, untokenised
from annotation_app.items.importing.construction.verbs import finite_forms, is_base, is_participle

WH = frozenset({"what", "which", "who", "whom", "whose", "where", "when", "why", "how"})
MIDDLE = re.compile(
    r"^(?P<before>[^?]*?\b)(?:which|what)(?: (?P<noun>[\w'’-]+(?: [\w'’-]+){0,3}))?$", re.IGNORECASE
)


def state(question: str, answer: str) -> Statement:
    """The statement that a question and its answer make. Raises: Unsure."""
    text = untokenised(question).rstrip("?!. ")
    answer = " ".join(answer.split())
    words = text.split()
    if not words or not answer:
        raise Unsure("needs_wording", "The question or its answer is empty.")
    if sum(word.lower().strip(",") in WH for word in words) != 1:
        raise Unsure("needs_wording", "The question has no wh-word, or more than one.")
    if re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE):
        raise Unsure("answer_in_question", "The answer stands in the question already.")
    if len(answer.split()) > LONGEST_ANSWER or len(answer) < 3 or NO_NAME.search(answer):
        raise Unsure("needs_wording", "The answer is no plain name.")
    if "does" in words and {"people", "they"} & set(words):
        raise Unsure("needs_wording", "The question's verb does not agree with its subject.")
    if words[1:2] == ["won"] and CLUB.match(answer):
        raise Unsure("needs_wording", "A person's name or a club's, which takes an article?")
    if NOISE.search(text):
        raise Unsure("needs_wording", "The question reads like words typed into a search field.")
    for rule in RULES:
        made = rule(words, answer)
        if made is not None:
            low = {word.lower() for word in words}
            club = bool({"team", "signed", "sign", "drafted"} & low) or (
                "for" in low and bool({"play", "plays"} & low)
            )
            return _finished(made, club=club)
    raise Unsure("needs_wording", "No rule knows this form of question.")


def _finished(statement: Statement, *, club: bool = False) -> Statement:
    """An article where the name takes one, a capital at the beginning and a full stop at the end."""
    start, end = statement.answer
    before, answer, after = statement.text[:start], statement.text[start:end], statement.text[end:]
    if takes_article(answer, club=club) and not before.lower().endswith(("the ", "a ")):
        before += "the "
    return Statement.of(
        before, answer, after if (answer + after).endswith(".") else after + "."
    ).capitalised()


def _subject(words: list[str], answer: str) -> Statement | None:
    """who VERB ...: the answer is the subject. Also "which NOUN VERB ..." and "what NOUN VERB ..."."""
    first = words[0].lower()
    if first == "who" and len(words) > 2:
        verb = words[1].lower()
        plain = verb in finite_forms() and verb not in AUXILIARIES
        if plain or (verb in HAVE | MODALS and (is_participle(words[2]) or is_base(words[2]))):
            return Statement.of("", named(answer), " " + " ".join(words[1:]))
        return None
    if first in ("which", "what") and len(words) > 3 and words[-1].lower() not in PREPOSITIONS:
        for at in (2, 3):
            verb = words[at].lower() if at < len(words) - 1 else ""
            if any(word.lower() in PREPOSITIONS | DETERMINERS | AUXILIARIES for word in words[1:at]):
                return None
            if words[at - 1].lower() in TIMES or words[at].lower() in DO | HAVE | MODALS | {"are", "were"}:
                return None
            if verb in BE and words[at + 1].lower() not in DETERMINERS:
                return None
            if verb in finite_forms() and not plural(words[at - 1]):
                return Statement.of("", named(answer), " " + " ".join(words[at:]))
    return None


def _copula_definite(words: list[str], answer: str) -> Statement | None:
    """what is the capital of x; who was x's wife: the phrase is the answer, in the question's order."""
    first, verb = words[0].lower(), words[1].lower() if len(words) > 3 else ""
    if first not in ("what", "who", "which") or verb not in ("is", "was"):
        return None
    phrase = words[2:]
    text = " ".join(phrase)
    definite = phrase[0].lower() in ("the", "my") or re.search(r"['’]s? ", text + " ")
    loose = re.search(
        r"\b(known|called|made|doing|like|wrong|happening|about|there|for|famous|mean|named|used|going|did|do|does)$"
        r"|^(there|it|he|she|they)\b|\b(?:he|she|they|we|you)\b",
        text,
        re.IGNORECASE,
    )
    if not definite or loose or plural(head(phrase)):
        return None
    if first == "who":
        role = re.search(r"['’]s? \w|\bof\b", text) or phrase[0].lower() == "the"
        return (
            Statement.of("", named(answer), f" {verb} {text}") if role and answer != answer.lower() else None
        )
    return None if phrase[-1].lower() in PREPOSITIONS else Statement.of(f"{text} {verb} ", named(answer), "")


def _copula_passive(words: list[str], answer: str) -> Statement | None:
    """where was x born; when is x celebrated; what is x called."""
    first = words[0].lower()
    if first not in ("where", "when", "what", "who") or len(words) < 4 or words[1].lower() not in BE:
        return None
    verb, rest = words[1].lower(), words[2:]
    if rest[0].lower() in ("there", "born", "some", "many", "most"):
        return None
    last = rest[-1].lower()
    subject = " ".join(rest[:-1])
    if first == "where" and last == "from":
        return Statement.of(f"{' '.join(rest)} ".replace(" from ", f" {verb} from ", 1), answer, "")
    if first == "what" and last in ("called", "named") and rest[0].lower() in ("the", "a"):
        return Statement.of(f"{subject} {verb} {last} ", answer, "")
    for at in range(1, len(rest)):
        word = rest[at].lower()
        if word in PRONOUNS:
            return None
        if not is_participle(word) or rest[at - 1].lower() in DETERMINERS or at + 1 < len(rest) - 4:
            continue
        tail = " ".join(rest[at:])
        if rest[-1].lower() in PREPOSITIONS and first != "where":
            return None
        if first == "where" and rest[-1].lower() in ("at", "in"):
            tail, preposition = " ".join(rest[at:-1]), rest[-1].lower()
        elif first == "where":
            preposition = "at" if answer.lower().startswith("university") else "in"
        elif first == "when":
            preposition = time_preposition(answer)
        else:
            return None
        return Statement.of(f"{' '.join(rest[:at])} {verb} {tail} {preposition} ", answer, "")
    return None


def _located(words: list[str], answer: str) -> Statement | None:
    """where is x; only for names of places as answers."""
    if words[0].lower() != "where" or len(words) < 3 or words[1].lower() != "is":
        return None
    if answer == answer.lower() or words[-1].lower() in PREPOSITIONS | {"now", "today", "going"}:
        return None
    if any(is_participle(word) or word.lower() in PRONOUNS | {"time"} for word in words[2:]):
        return None
    return Statement.of(f"{' '.join(words[2:])} is in ", answer, "")


def _with_do(words: list[str], answer: str) -> Statement | None:
    """WH (NOUN) do SUBJECT VERB REST (PREPOSITION): the answer goes behind the verb or the preposition."""
    at = next((at for at, word in enumerate(words) if word.lower() in DO | MODALS), None)
    if at is None or at == 0 or at > 5:
        return None
    first, noun = words[0].lower(), [word.lower() for word in words[1:at]]
    if first in ("how", "why", "whose") or any(word in PREPOSITIONS | DETERMINERS for word in noun):
        return None
    if words[at + 1 : at + 2] == ["be"]:
        return None
    clause = split_clause(words[at:])
    if clause.verb in ("be", "do", "mean", "have", "call", "need"):
        return None
    start, rest = f"{clause.subject} {clause.finite}", clause.rest.split()
    if len(rest) == 3 and rest[0].lower() in PREPOSITIONS and rest[1].lower() == "in" and first != "when":
        return Statement.of(f"{start} {rest[0]} ", answer, f" in {rest[2]}")
    if first == "when" or (noun and noun[-1] in ("year", "date")):
        if rest and rest[-1].lower() in ("in", "on"):
            rest = rest[:-1]
        if clause.auxiliary != "did" or (rest and rest[-1].lower() in PREPOSITIONS):
            return None
        return Statement.of(" ".join([start, *rest, time_preposition(answer), ""]), answer, "")
    if rest and rest[-1].lower() in PREPOSITIONS - {"up", "out", "over"}:
        return Statement.of(" ".join([start, *rest, ""]), answer, "")
    if first == "where":
        return _place(start, clause.verb, rest, answer)
    return _object(start, clause.verb, rest, noun, answer)


def _place(start: str, verb: str, rest: list[str], answer: str) -> Statement | None:
    text = " ".join(rest).lower()
    if verb in ("come", "originate") and not rest:
        return Statement.of(f"{start} from ", answer, "")
    if verb in ("go", "study", "attend", "graduate") or "college" in text or "school" in text:
        if text not in TO_SCHOOL:
            return None
        if not any(kind in answer.lower() for kind in SCHOOLS):
            return None
        return Statement.of(" ".join([start, *rest, "at", ""]), answer, "")
    settled = ("live", "die", "grow", "reign", "teach", "start", "begin", "work", "take", "raise")
    if verb in settled and text in ("", "up", "place"):
        return Statement.of(" ".join([start, *rest, "in", ""]), answer, "")
    return None


def _object(start: str, verb: str, rest: list[str], noun: list[str], answer: str) -> Statement | None:
    if verb in ("invent", "discover", "make", "create", "produce") and len(answer.split()) == 1:
        return None  # a common noun, perhaps, that would need its article
    if verb not in OBJECT_VERBS or (noun and noun[-1] in ("time", "day", "month", "way", "movies", "sport")):
        return None
    if len(rest) > 1 and rest[1].lower() in PREPOSITIONS:
        return None
    if rest and rest[0].lower() not in ("in", "on", "at", "before", "after", "during", "for", "as", "with"):
        return None
    if answer == answer.lower() and not noun:
        return None
    return Statement.of(start + " ", answer, (" " + " ".join(rest)) if rest else "")


def _stranded(words: list[str], answer: str) -> Statement | None:
    """what county is brentwood in; what team is he on: the answer goes behind the preposition."""
    at = next((at for at, word in enumerate(words) if word.lower() in BE), None)
    if at is None or at == 0 or at > 4 or words[0].lower() not in ("what", "which", "who"):
        return None
    rest = words[at + 1 :]
    if len(rest) < 2 or rest[-1].lower() not in PREPOSITIONS - {
        "up",
        "out",
        "over",
        "about",
        "as",
        "for",
        "of",
    }:
        return None
    if at == 1 and rest[-1].lower() not in ("by",):
        return None
    cut = next((i for i, word in enumerate(rest) if i and is_participle(word)), len(rest) - 1)
    subject, tail = " ".join(rest[:cut]), " ".join(rest[cut:])
    return Statement.of(f"{subject} {words[at].lower()} {tail} ", answer, "")


def _in_place(words: list[str], answer: str) -> Statement | None:
    """... is based on which play: the wh-phrase ends the question, and the answer takes its place."""
    match = MIDDLE.match(" ".join(words))
    if match is None or not match["before"].strip():
        return None
    if any(word.lower() in finite_forms() | AUXILIARIES for word in (match["noun"] or "").split()):
        return None
    return Statement.of(match["before"], named(answer), "")


def _fronted(words: list[str], answer: str) -> Statement | None:
    """in which year was x born; for which team did x play: preposition and answer go to the end."""
    if words[0].lower() not in PREPOSITIONS or words[1].lower() not in ("which", "what"):
        return None
    at = next((at for at, word in enumerate(words) if word.lower() in AUXILIARIES), None)
    if at is None or at > 5:
        return None
    preposition = words[0].lower()
    if words[at].lower() in BE | HAVE:
        rest = words[at + 1 :]
        cut = next((i for i, word in enumerate(rest) if i and is_participle(word)), None)
        if cut is None:
            return None
        text = f"{' '.join(rest[:cut])} {words[at].lower()} {' '.join(rest[cut:])}"
    else:
        clause = split_clause(words[at:])
        text = " ".join(part for part in (clause.subject, clause.finite, clause.rest) if part)
    return Statement.of(f"{text} {preposition} ", named(answer), "")


RULES: tuple[Callable[[list[str], str], Statement | None], ...] = (
    _fronted,
    _copula_passive,
    _copula_definite,
    _stranded,
    _located,
    _with_do,
    _subject,
    _in_place,
)
