import tracemalloc

import pytest

from worker.command_line import digests
from worker.command_line.digests import Digests


@pytest.mark.parametrize("fresh", [1, 7, 1 << 16])
def test_digests_know_exactly_what_was_added(monkeypatch: pytest.MonkeyPatch, fresh: int) -> None:
    monkeypatch.setattr(digests, "_FRESH", fresh)
    known = Digests()
    for number in range(200):
        assert f"text {number}" not in known
        known.add(f"text {number}")
        known.add(f"text {number // 2}")
        assert f"text {number}" in known
    assert all(f"text {number}" in known for number in range(200))
    assert not any(f"other {number}" in known for number in range(200))
    assert "\ud800" not in known


def test_digests_take_little_room() -> None:
    known = Digests()
    tracemalloc.start()
    for number in range(3 << 16):
        known.add(str(number))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Eight bytes each, and the table of the emptied set of fresh ones at most.
    assert held < 8 * (3 << 16) + 6_000_000
