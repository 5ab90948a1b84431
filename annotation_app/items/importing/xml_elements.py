"""Elements of an XML file one after another, by a parser that refuses entities and fetches nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler, feature_external_ges
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.source import BAD, Source


@dataclass
class Element:
    """An element with its attributes, the line it begins on, its children and its own text."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def raw_text(self) -> str:
        return "".join(self.pieces)

    @property
    def text(self) -> str:
        """Its own text, each run of white space one blank."""
        return " ".join(self.raw_text.split())

    def all(self, name: str) -> Iterator["Element"]:
        """Elements of a name below this one, at any depth, in order."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.all(name)

    def text_of(self, name: str) -> str:
        """The text of the first element of a name below this one, or nothing."""
        return next((child.text for child in self.all(name)), "")


class _Builder(ContentHandler):
    """Collects one element of the wanted name at a time and puts it into `found` when it ends."""

    def __init__(self, wanted: str, where: Locator) -> None:
        super().__init__()
        self.wanted = wanted
        self.found: list[Element] = []
        self.seen = 0
        self._where = where
        self._open: list[Element] = []

    def line(self) -> int:
        return self._where.getLineNumber() or 1

    # The names of these three are the parser's own.
    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        if self._open or name == self.wanted:
            element = Element(name, dict(attrs.items()), self.line())
            if self._open:
                self._open[-1].children.append(element)
            self._open.append(element)

    def characters(self, content: str) -> None:
        if self._open:
            self._open[-1].pieces.append(content)

    def endElement(self, name: str) -> None:
        if self._open:
            element = self._open.pop()
            if not self._open:
                self.seen += 1
                self.found.append(element)


def xml_elements(source: Source, wanted: str) -> Iterator[Element | Problem]:
    """Elements of a name, in order; what comes before a break in the XML is kept."""
    parser = make_parser()
    builder = _Builder(wanted, parser)
    # Published files name an external DTD. It is passed over, never fetched; entities stay forbidden.
    parser.forbid_external = False
    parser.setFeature(feature_external_ges, False)
    parser.setContentHandler(builder)
    problem = None
    try:
        for chunk in source.chunks():
            if BAD in chunk:
                before, _, _ = chunk.partition(BAD)
                parser.feed(before)
                yield from builder.found
                message = f"Bytes here are not valid {source.encoding}, so the file was not read further."
                yield Problem(builder.line(), "undecodable", message, of_file=True)
                return
            if chunk:
                parser.feed(chunk)
            yield from builder.found
            builder.found.clear()
        parser.close()
    except DefusedXmlException:
        message = (
            "The file defines entities. They can be used to attack a server, so it was not read further."
        )
        problem = Problem(builder.line(), "xml_entities", message, of_file=True)
    except SAXParseException as error:
        message = f"The XML breaks off or is wrong here: {error.getMessage()}."
        line = error.getLineNumber() or builder.line()
        problem = Problem(line, "broken_xml", message, of_file=True)
    except SAXException as error:
        message = f"The XML can't be read: {error.getMessage()}."
        problem = Problem(builder.line(), "broken_xml", message, of_file=True)
    yield from builder.found
    if problem is not None:
        yield problem
    elif builder.seen == 0:
        message = f"No <{wanted}> was found in this file. Is it the right format?"
        yield Problem(1, "no_items", message, of_file=True)
