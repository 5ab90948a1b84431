"""Names for a release's annotators that say nothing of who they are."""

import secrets

LETTERS = "bcdfghjkmnpqrstvwxz23456789"
LENGTH = 8


class Pseudonyms:
    """One name a person, drawn anew for each release and kept nowhere: not even the server can undo them."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()

    def of(self, person: int | None) -> str | None:
        """A person's name in this release; None for nobody."""
        if person is None:
            return None
        if person not in self._names:
            self._names[person] = self._draw()
        return self._names[person]

    def _draw(self) -> str:
        while True:
            name = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            if name not in self._taken:
                self._taken.add(name)
                return name
