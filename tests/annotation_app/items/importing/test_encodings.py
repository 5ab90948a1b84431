import io

import pytest

from annotation_app.items.importing.encodings import detect
from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.source import CHUNK, LONGEST_LINE, Source

CHINESE = "北京是中国的首都，也是一座历史悠久的城市。\n我们昨天去了图书馆，读了很多有意思的书。\n" * 8
FRENCH = "Le garçon a mangé une crêpe à la fête. Après, il est allé chez sa mère très fatigué.\n" * 8
XML = '<?xml version="1.0" encoding="ISO-8859-1"?><c>caf\u00e9</c>'


@pytest.mark.parametrize(
    ("raw", "encoding", "certain"),
    [
        (b"", "utf-8", True),
        (b"plain ASCII\n", "utf-8", True),
        (CHINESE.encode(), "utf-8", True),
        (b"\xef\xbb\xbf" + CHINESE.encode(), "utf-8", True),
        (CHINESE.encode("utf-16"), "utf-16", True),
        (CHINESE.encode("utf-32"), "utf-32", True),
        (b"x" * CHUNK + CHINESE.encode(), "utf-8", True),
        (CHINESE.encode() + b"\xff\n", "utf-8", True),
        (XML.encode("latin-1"), "iso-8859-1", True),
        (FRENCH.encode("utf-16-le"), "utf-16-le", False),
        (FRENCH.encode("utf-16-be"), "utf-16-be", False),
        (CHINESE.encode("gb18030"), "gb18030", False),
        (CHINESE.encode("gbk"), "gb18030", False),
        (b"x\n" * CHUNK + CHINESE.encode("gb18030"), "gb18030", False),
    ],
)
def test_detect_says_what_a_file_is_in_and_whether_that_is_certain(
    raw: bytes, encoding: str, certain: bool
) -> None:
    stream = io.BytesIO(raw)
    found = detect(stream)
    assert (found.encoding, found.certain) == (encoding, certain)
    assert 0 < found.confidence <= 1
    assert stream.tell() == 0


def test_detect_proposes_a_western_encoding_that_reads_the_letters() -> None:
    raw = FRENCH.encode("latin-1")
    found = detect(io.BytesIO(raw))
    assert not found.certain
    assert raw.decode(found.encoding) == FRENCH


def test_detect_shows_the_first_place_that_is_not_plain() -> None:
    found = detect(io.BytesIO(b"id\n" * 500 + CHINESE.encode("gb18030")))
    assert found.sample.startswith("北京是中国的首都")


def test_detect_does_not_believe_a_declaration_that_the_bytes_contradict() -> None:
    raw = b'<?xml version="1.0" encoding="utf-8"?><c>' + CHINESE.encode("gb18030") + b"</c>"
    assert not detect(io.BytesIO(raw)).certain


def lines(raw: bytes, encoding: str = "utf-8") -> list[tuple[int, str] | Problem]:
    return list(Source(io.BytesIO(raw), encoding).lines())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_source_reads_lines_in_every_encoding(encoding: str, end: str) -> None:
    text = f"一{end}{end}二\u2028三 {end}四"
    assert lines(text.encode(encoding), encoding) == [(1, "一"), (2, ""), (3, "二\u2028三 "), (4, "四")]


def test_source_reads_letters_across_the_edges_of_its_pieces() -> None:
    text = "é" * CHUNK
    assert lines(b"x" + text.encode()) == [(1, "x" + text)]


def test_source_names_the_lines_it_can_not_read_and_goes_on() -> None:
    found = lines(b"good\nb\xffad\nn\x00ul\ngood")
    assert [(one.line, one.code) for one in found if isinstance(one, Problem)] == [
        (2, "undecodable"),
        (3, "nul_byte"),
    ]
    assert [one for one in found if not isinstance(one, Problem)] == [(1, "good"), (4, "good")]


def test_source_says_so_where_a_file_is_empty_or_one_endless_line() -> None:
    (empty,) = lines(b"")
    (endless,) = lines(b"x" * (LONGEST_LINE + CHUNK * 2))
    assert [one.code for one in (empty, endless) if isinstance(one, Problem)] == [
        "empty_file",
        "line_too_long",
    ]
