"""What is wrong with a line of somebody's scores."""


class BrokenScore(ValueError):
    """A line that can't be used. code: stable, for programs; the text says it to a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
