"""Which encoding a file is in: certain from the file itself, or proposed for a person to confirm.

Certain are a byte order mark, an XML declaration that the bytes agree with, and a whole file of valid UTF-8
(other encodings make valid UTF-8 of more than a few letters by no chance worth counting). Anything else is a
proposal of charset-normalizer's with a confidence and a sample, and never used before somebody says yes.
"""

import codecs
import re
from dataclasses import dataclass
from typing import BinaryIO

from charset_normalizer import from_bytes

from annotation_app.items.importing.source import BAD, CHUNK

SAMPLE_BYTES = 64 * 1024
SAMPLE_LETTERS = 200
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
# Those in which corpora are published; the wider list of the library finds Greek and Vietnamese everywhere.
CANDIDATES = ["gb18030", "big5", "cp1252", "latin_1", "shift_jis", "euc_jp", "euc_kr", "cp1251", "koi8_r"]
# A UTF-8 file with a few broken bytes is still UTF-8: at least so many good sequences for each broken one.
GOOD_FOR_EACH_BAD = 20


@dataclass(frozen=True)
class Detected:
    """encoding: a name that Python knows. confidence: 0 to 1. certain: needs nobody's yes."""

    encoding: str
    confidence: float
    sample: str
    certain: bool


def detect(stream: BinaryIO) -> Detected:
    """What a file is encoded in. Reads the stream in pieces and puts it back to where it was."""
    start = stream.tell()
    head = stream.read(SAMPLE_BYTES)
    try:
        found = _marked(head) or _declared(head)
        if found is None:
            stream.seek(start)
            found = _utf8(stream, head) or _wide(head)
        if found is None:
            stream.seek(start)
            found = _proposed(_beside_ascii(stream))
    finally:
        stream.seek(start)
    return found


def _sample(raw: bytes, encoding: str) -> str:
    """The first letters of a text, from its first line that is not plain ASCII on, to judge by eye."""
    text = raw.decode(encoding, errors="replace").removeprefix("\ufeff")
    odd = next((at for at, letter in enumerate(text) if ord(letter) > 127), 0)
    begin = text.rfind("\n", 0, odd) + 1
    return text[max(begin, odd - SAMPLE_LETTERS // 2) :][:SAMPLE_LETTERS]


def _marked(head: bytes) -> Detected | None:
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return Detected(encoding, 1.0, _sample(head, encoding), True)
    return None


def _declared(head: bytes) -> Detected | None:
    match = DECLARED.match(head)
    if match is None:
        return None
    name = match[1].decode()
    try:
        codecs.lookup(name)
        codecs.getincrementaldecoder(name)().decode(head)
    except (LookupError, UnicodeDecodeError):
        return None
    return Detected(name.lower(), 1.0, _sample(head, name), True)


def _utf8(stream: BinaryIO, head: bytes) -> Detected | None:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="whybench_mark")
    good = bad = nul = 0
    while raw := stream.read(CHUNK):
        text = decoder.decode(raw)
        wrong = text.count(BAD)
        bad += wrong
        good += 0 if text.isascii() else sum(letter > "\x7f" for letter in text) - wrong
        nul += text.count("\x00")
        if bad > 1000 and good < bad * GOOD_FOR_EACH_BAD:
            return None
    bad += decoder.decode(b"", final=True).count(BAD)
    if nul > len(head) // 10 or (bad and good < bad * GOOD_FOR_EACH_BAD):
        return None
    confidence = 1.0 if not bad else round(good / (good + bad), 3)
    return Detected("utf-8", confidence, _sample(head, "utf-8"), True)


def _wide(head: bytes) -> Detected | None:
    """UTF-16 without a mark: every second byte of its ASCII is NUL."""
    half = max(1, len(head) // 2)
    for encoding, first in (("utf-16-be", 0), ("utf-16-le", 1)):
        share = head[first::2].count(0) / half
        if share > 0.1 and share > 4 * head[1 - first :: 2].count(0) / half:
            return Detected(encoding, round(min(0.99, 0.5 + share / 2), 2), _sample(head, encoding), False)
    return None


def _beside_ascii(stream: BinaryIO) -> bytes:
    """Up to a sample's size of a file, from the first piece on that is not plain ASCII, to a line's end."""
    raw = stream.read(SAMPLE_BYTES)
    while raw.isascii() and (more := stream.read(SAMPLE_BYTES)):
        raw = more
    return raw[: raw.rfind(b"\n") + 1] or raw


def _proposed(raw: bytes) -> Detected:
    best = from_bytes(raw, cp_isolation=CANDIDATES).best()
    if best is None:
        return Detected("latin-1", 0.1, _sample(raw, "latin-1"), False)
    confidence = (1 - best.chaos) * (0.5 + best.coherence / 2)
    return Detected(best.encoding, round(confidence, 2), _sample(raw, best.encoding), False)
