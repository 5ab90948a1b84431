"""COPA's XML (also Balanced COPA's): a premise and the right alternative joined to one sentence.

The premise and its cause are joined by "because", the premise and its effect by "so". The file is read in a
stream by a parser that refuses entities and never fetches the DTD that the published files name.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler, feature_external_ges
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.tokenising import function_words

CHUNK = 64 * 1024
CONNECTIVES = {"cause": " because ", "effect": ", so "}
PARTS = ("p", "a1", "a2")
MARKS = ".!?"


def lower_first(sentence: str) -> str:
    """The sentence as it reads after a connective: small initial if its first word is a function word.

    Anything else may be a name, which keeps its capital; "I" always does.
    """
    first = sentence.split(maxsplit=1)[0].split("'")[0]
    if first != "I" and first.lower() in function_words():
        return sentence[0].lower() + sentence[1:]
    return sentence


def join(premise: str, alternative: str, asks_for: str) -> str:
    """One sentence of a premise and its right cause or effect."""
    mark = alternative[-1] if alternative[-1] in MARKS else "."
    stem = premise.rstrip(MARKS)
    return stem + CONNECTIVES[asks_for] + lower_first(alternative.rstrip(MARKS)) + mark


class _Reader(ContentHandler):
    """Collects one `item` element at a time and puts what it becomes into `found`."""

    def __init__(self, where: Locator) -> None:
        super().__init__()
        self.found: list[Record | Problem] = []
        self._where = where
        self._item: dict[str, str] | None = None
        self._line = 0
        self._texts: dict[str, str] = {}
        self._part = ""
        self.items = 0

    def line(self) -> int:
        return self._where.getLineNumber() or 1

    # The names of these three are the parser's own.
    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        if name == "item":
            self._item, self._line, self._texts = dict(attrs.items()), self.line(), {}
        elif self._item is not None and name in PARTS:
            self._part = name
            self._texts[name] = ""

    def characters(self, content: str) -> None:
        if self._part:
            self._texts[self._part] += content

    def endElement(self, name: str) -> None:
        if name == self._part:
            self._part = ""
        elif name == "item" and self._item is not None:
            self.items += 1
            self.found.append(_record(self._item, self._texts, self._line))
            self._item = None


def _record(attributes: dict[str, str], texts: dict[str, str], line: int) -> Record | Problem:
    number = attributes.get("id", "")
    parts = {name: " ".join(texts.get(name, "").split()) for name in PARTS}
    right = f"a{attributes.get('most-plausible-alternative', '')}"
    asks_for = attributes.get("asks-for", "")
    if not number:
        return Problem(line, "no_id", "This item has no id.")
    if asks_for not in CONNECTIVES:
        return Problem(line, "unknown_relation", f"asks-for is “{asks_for}”, not cause or effect.", number)
    if right not in ("a1", "a2"):
        message = "most-plausible-alternative must be 1 or 2."
        return Problem(line, "no_right_alternative", message, number)
    missing = [name for name in PARTS if not parts[name].strip(MARKS)]
    if missing:
        names = ", ".join(f"<{name}>" for name in missing)
        return Problem(line, "missing_part", f"The item has no text in {names}.", number)
    meta: dict[str, Any] = {"premise": parts["p"], "alternative": parts[right], "asks_for": asks_for}
    return Record(
        line=line,
        external_id=f"copa-{number}",
        text=join(parts["p"], parts[right], asks_for),
        language="en",
        dimension="reasoning",
        record_id=number,
        meta=meta,
    )


def read(stream: BinaryIO) -> Iterator[Record | Problem]:
    """Records and problems of a COPA file, in order; what comes before a break in the XML is kept."""
    parser = make_parser()
    reader = _Reader(parser)
    # The published files name an external DTD. It is passed over, never fetched; entities stay forbidden.
    parser.forbid_external = False
    parser.setFeature(feature_external_ges, False)
    parser.setContentHandler(reader)
    try:
        while chunk := stream.read(CHUNK):
            parser.feed(chunk)
            yield from reader.found
            reader.found.clear()
        parser.close()
    except DefusedXmlException:
        yield from reader.found
        message = (
            "The file defines entities. They can be used to attack a server, so it was not read further."
        )
        yield Problem(reader.line(), "xml_entities", message, of_file=True)
        return
    except SAXParseException as error:
        yield from reader.found
        line = error.getLineNumber() or reader.line()
        message = f"The XML breaks off or is wrong here: {error.getMessage()}."
        yield Problem(line, "broken_xml", message, of_file=True)
        return
    except SAXException as error:
        yield from reader.found
        message = f"The XML can't be read: {error.getMessage()}."
        yield Problem(reader.line(), "broken_xml", message, of_file=True)
        return
    except LookupError as error:
        if "unknown encoding" not in str(error):
            raise
        yield Problem(1, "broken_xml", f"The XML can't be read: {error}.", of_file=True)
        return
    yield from reader.found
    if reader.items == 0:
        message = "No COPA item was found in this file. Is it the right format?"
        yield Problem(1, "no_items", message, of_file=True)
