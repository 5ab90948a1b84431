"""Forms of English verbs, for questions with "did" and "does" that become statements.

A table of common verbs instead of a parser: a verb that is not in it makes the rules unsure, and they say so.
"""

from functools import cache

IRREGULAR = """
be was|become became become|begin began begun|bear bore born|beat beat beaten|bite bit bitten
blow blew blown|break broke broken|bring brought|build built|buy bought|catch caught
choose chose chosen|come came come|cost cost|cut cut|deal dealt|dig dug|do did done|draw drew drawn
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought
find found|fly flew flown|forget forgot forgotten|get got|give gave given|go went gone
grow grew grown|have had|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept
know knew known|lay laid|lead led|leave left|lend lent|let let|lose lost|make made|mean meant
meet met|pay paid|put put|read read|ride rode ridden|ring rang rung|rise rose risen|run ran run
say said|see saw seen|sell sold|send sent|set set|shake shook shaken|shoot shot|show showed shown
sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent|split split
stand stood|steal stole stolen|stick stuck|strike struck|swim swam swum|take took taken|teach taught
tell told|think thought|throw threw thrown|understand understood|wear wore worn|win won
write wrote written|bake baked|blend blended
"""
REGULAR = """
accept achieve act add adopt agree air allow answer appear arrange arrive ask attack attend bake belong
bike blend borrow bury call care carry cause charge check clean climb close coach collect color complete
compose consume contain contribute cook cost count cover create cross cycle dance deliver deposit design
develop die direct discover distribute divide donate drop earn empty end enjoy enter exchange explore
export fill finish fit follow form found freeze gather govern graduate harvest hatch help hike host hunt
import increase inherit invade invent invest jog join jump kick kill land last learn like list live load
look love mail major marry measure miss mix move mow name need notice offer open order organize own pack
paint park pass perform pick place plan plant play popularize post practice prepare print produce
purchase raise reach receive record recycle reign release remain remove represent require retire return
rule sail sample save score scout scrub serve sew share ship shop sign skip sort spill split stack star
start stay stitch stop store study succeed support swim talk taste test trade train transport travel
trim try turn type use visit vote wait walk want wash waste watch weigh work wrap yield
"""
PARTICIPLES_ONLY = frozenset(
    {"located", "born", "based", "situated", "headquartered", "buried", "elected", "held"}
)
VOWELS = "aeiou"
# One syllable, or stress on the last: the last letter is doubled.
DOUBLED = frozenset(
    [
        "drop",
        "hit",
        "jog",
        "mix",
        "plan",
        "shop",
        "skip",
        "split",
        "stop",
        "swim",
        "trim",
        "wrap",
        "ship",
        "star",
    ]
) - {"mix"}


def third(verb: str) -> str:
    """The form after "he": works, does, studies."""
    if verb == "have":
        return "has"
    if verb == "be":
        return "is"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _regular(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ied"
    if verb in DOUBLED:
        return verb + verb[-1] + "ed"
    return verb + "ed"


@cache
def _table() -> dict[str, tuple[str, str]]:
    """Past and participle by base form."""
    forms = {verb: (_regular(verb), _regular(verb)) for verb in REGULAR.split()}
    for entry in IRREGULAR.replace("\n", "|").split("|"):
        if entry.strip():
            base, past, *participle = entry.split()
            forms[base] = (past, participle[0] if participle else past)
    return forms


def is_base(word: str) -> bool:
    return word.lower() in _table()


def past(verb: str) -> str:
    """Raises: KeyError (a verb that is not in the table)."""
    return _table()[verb.lower()][0]


@cache
def pasts() -> frozenset[str]:
    return frozenset(forms[0] for forms in _table().values())


@cache
def finite_forms() -> frozenset[str]:
    """Third persons and pasts: what may follow a subject."""
    return frozenset({third(verb) for verb in _table()} | {forms[0] for forms in _table().values()})


def is_participle(word: str) -> bool:
    """Whether a word after "was" can be a passive: of a verb known here, or with a regular ending."""
    low = word.lower()
    known = PARTICIPLES_ONLY | {forms[1] for forms in _table().values()}
    return low in known or (low.endswith("ed") and len(low) > 4)


def inflected(verb: str, auxiliary: str) -> str:
    """The verb that says by itself what it said with do, does or did. Raises: KeyError."""
    base = verb.lower()
    if base not in _table():
        raise KeyError(verb)
    if auxiliary == "did":
        return past(base)
    return third(base) if auxiliary == "does" else base
