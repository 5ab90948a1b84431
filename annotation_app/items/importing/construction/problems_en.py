"""English word problems to statements: the question at the end becomes a sentence with its answer in it.

"How many NOUNS did she buy?" gives "She bought 5 nouns.": the number is the masked span, the noun it counts
stays. Units come from the text ("$", "dollars") or from the record; without one an amount is not worded.
"""

import re

from annotation_app.items.importing.construction.clauses import DO, PREPOSITIONS
from annotation_app.items.importing.construction.counting import Amount, Parts, adjective, many, much
from annotation_app.items.importing.construction.statement import Statement, Unsure, untokenised

SENTENCES = re.compile(
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<=[.?!])[\"”']?\s+(?=[A-Z\"'“0-9$])"
    r"|(?<=[a-z0-9,;])\s+(?=How (?:many|much|long|far|old|tall)\b|What (?:is|was)\b)"
)
ASKED = re.compile(
    r"\b(how many|how much|what (?:is|was|will be)|how (?:old|long|far|tall|heavy)|find)\b", re.IGNORECASE
)
OTHER = re.compile(r"\b(?:how|what|which|who|whose|where|when|why)\b", re.IGNORECASE)
CONDITION = re.compile(r"^(?:If|When|After|Since|Suppose|Assuming|As|Because|Given)\b")


def state(text: str, number: str, unit: str = "") -> Statement:
    """The problem with its last sentence a statement that holds the answer. Raises: Unsure."""
    text = untokenised(text)
    sentences = SENTENCES.split(text)
    body, question = " ".join(sentences[:-1]), sentences[-1].strip()
    if (
        "?" in body
        or question.count("?") > 1
        or ("?" not in question and not question.lower().startswith("find"))
    ):
        raise Unsure("several_questions", "It asks several questions, or none at the end.")
    question = question.rstrip('?!. "”')
    found = list(ASKED.finditer(question))
    if len(found) != 1 or OTHER.search(question[: found[0].start()] + question[found[0].end() :]):
        raise Unsure("needs_wording", "The question has no wh-phrase that is known, or several.")
    if re.search(r"\bthan\b", question) and not re.search(r"\b(?:more|less|fewer|\w+er) ", question):
        raise Unsure("needs_wording", "It compares without a comparative.")
    prefix, asked = question[: found[0].start()].strip(), question[found[0].start() :]
    asked, comma, tail = asked.partition(", ")
    if comma and not re.match(r"(?:if|when|assuming|after|in|to|on|altogether)\b", tail):
        raise Unsure("needs_wording", "What stands behind the comma may not belong to the question.")
    amount = Amount(number, unit or money(text))
    made = _worded(asked.split(), amount, prefix)
    if prefix.lower() in ("in", "for", "at", "to", "then", "and", "so"):
        if prefix.lower() not in ("then", "so"):
            raise Unsure("needs_wording", "The wh-phrase has a preposition before it.")
        prefix += ","
    if prefix and not re.search(r"[,:]$|\b(?:then|and|so)$", prefix):
        raise Unsure("needs_wording", "What stands before the wh-phrase may not end there.")
    if tail:
        made = Statement(f"{made.text}, {tail}", made.answer)
    if prefix:
        made = made.after(f"{prefix} ")
    made = Statement(made.text + ("" if made.text.endswith(".") else "."), made.answer)
    return _behind(body, made)


def _behind(body: str, made: Statement) -> Statement:
    """The statement behind the rest of the problem; a condition without its full stop runs on into it."""
    if not body:
        return made.capitalised()
    if body[-1] in ".!\"”'":
        return made.capitalised().after(f"{body} ")
    if CONDITION.match(SENTENCES.split(body)[-1]):
        return made.after(body.rstrip(",") + ", ")
    return made.capitalised().after(f"{body.rstrip(',;:')}. ")


def money(text: str) -> str:
    """The unit of money a text uses, if it uses just one."""
    units = [
        unit
        for unit, pattern in (("$", r"\$"), ("dollars", r"\bdollars?\b"), ("cents", r"\bcents?\b"))
        if re.search(pattern, text, re.IGNORECASE)
    ]
    return units[0] if len(units) == 1 else ""


def _worded(words: list[str], amount: Amount, prefix: str) -> Statement:
    first = " ".join(words[:2]).lower()
    if first == "how many":
        if amount.number in ("1", "-1"):
            raise Unsure("needs_wording", "One thing would need its noun in the singular.")
        if amount.number.startswith("-"):
            raise Unsure("needs_wording", "A negative number counts nothing.")
        return many(words[2:], amount)
    if first == "how much":
        return much(words[2:], amount)
    if words[0].lower() == "how":
        return adjective(words[1].lower(), words[2:], amount)
    if words[0].lower() == "find":
        return _definite(words[1:], "is", amount)
    verb = "will be" if first == "what will" else words[1].lower()
    return _definite(words[len(verb.split()) + 1 :], verb, amount)


def _definite(words: list[str], verb: str, amount: Amount) -> Statement:
    """what is the area of the garden: the area of the garden is 12."""
    text = " ".join(words)
    if not words or words[0].lower() not in ("the", "his", "her", "its", "their", "your", "my"):
        raise Unsure("needs_wording", "What is asked for is no definite phrase.")
    if re.search(
        r"\b(?:numbers|integers|each|both|and|or|dimensions|two|three|values|fraction|unit|formula|such)\b",
        text,
    ):
        raise Unsure("needs_wording", "More than one thing may be asked for.")
    if words[-1].lower() in PREPOSITIONS or any(word.lower() in DO for word in words):
        raise Unsure("needs_wording", "The phrase is not whole.")
    place = Parts(f"{text} {verb}", "")
    if re.search(
        r"\b(?:cost|price|amount|profit|money|total|charge|worth|bill|fee|salary|discount|weight|length|time|distance|height|perimeter|area|volume|speed|age)\b",
        text,
    ):
        return place.joined(amount if not re.search(r"\b(?:in|number)\b", text) else Amount(amount.number))
    return place.joined(Amount(amount.number))
