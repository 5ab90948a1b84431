"""What stops an instance or a whole batch from being scored, for a reason a person can act on."""


class ScoringError(Exception):
    """A refusal with a stable code; the message is a sentence for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
