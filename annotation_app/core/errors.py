"""Refusals that a rule or a service may raise. Plain Python: no framework knows about them here.

Each has a stable code for programs and a sentence for a person that says what to do.
"""


class DomainError(Exception):
    """A request that is understood and refused; nothing was changed.

    code: stable, lower case, documented in docs/problems.md. status: the HTTP status it becomes.
    errors: messages by field name, when the refusal is about single fields. extra: further members of the
    answer, such as both versions of a text that two windows wrote.
    """

    code = "refused"
    status = 409
    title = "Refused"

    def __init__(
        self,
        detail: str,
        *,
        errors: dict[str, list[str]] | None = None,
        extra: dict[str, object] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors or {}
        self.extra = extra or {}


class NotAllowedInState(DomainError):
    code = "not_allowed_in_state"
    title = "The item has moved on"


class NotEligible(DomainError):
    code = "not_eligible"
    status = 403
    title = "Not your turn"


class AlreadyJudged(DomainError):
    code = "already_judged"
    title = "Already judged"


class PlaceTaken(DomainError):
    code = "place_taken"
    title = "No place left"


class Stale(DomainError):
    code = "stale"
    title = "Somebody was faster"


class NothingChanged(DomainError):
    code = "nothing_changed"
    status = 422
    title = "Nothing changed"


class Invalid(DomainError):
    code = "validation_error"
    status = 422
    title = "Please correct the input"


class TooLarge(DomainError):
    code = "too_large"
    status = 413
    title = "Too large"


class MaskedToken(Invalid):
    code = "masked_token"
    title = "The masked words can't be marked"


class ConfirmationNeeded(DomainError):
    code = "confirmation_needed"
    status = 409
    title = "Please confirm"


class NotFound(DomainError):
    code = "not_found"
    status = 404
    title = "Not found"


class Unavailable(DomainError):
    code = "unavailable"
    status = 503
    title = "Not available right now"
