import pytest

from annotation_app.items.importing import digests
from annotation_app.items.importing.near_duplicates import Flag, NearDuplicates, normalised

LONG = "The old mill by the river was built of grey stone and has stood there for two hundred years"


@pytest.mark.parametrize(
    ("text", "plain"),
    [("It Rains!", "itrains"), ("Ｉｔ rains", "itrains"), ("雨、下了。", "雨下了"), ("…", "")],
)
def test_normalised_keeps_what_is_read(text: str, plain: str) -> None:
    assert normalised(text) == plain


def test_near_duplicates_are_pointed_out_with_what_they_are_like() -> None:
    seen = NearDuplicates()
    for number, (name, text) in enumerate(
        [
            ("a", LONG + "."),
            ("b", "Tom sang."),
            ("c", LONG.upper()),
            ("d", LONG + " now."),
            ("e", "Rain."),
        ]
    ):
        seen.see(name, text, number)
    assert seen.flags == [Flag("c", 0, exact=True), Flag("d", 0, exact=False)]


def test_near_duplicates_are_compared_closely_only_so_far() -> None:
    seen = NearDuplicates(compare_closely=1)
    for number, (name, text) in enumerate([("a", LONG), ("b", LONG + " now."), ("c", LONG)]):
        seen.see(name, text, number)
    assert (seen.flags, seen.compared) == ([Flag("c", 0, exact=True)], 1)


def test_near_duplicates_are_found_over_any_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "RECENT", 3)
    seen = NearDuplicates(compare_closely=0)
    for number in range(10):
        seen.see(f"a{number}", f"text {number}", number)
    assert seen.see("b", "Text: 0", 10) == 0
    assert seen.see("c", "Text: 9", 11) == 9
    assert seen.flags == [Flag("b", 0, exact=True), Flag("c", 9, exact=True)]
