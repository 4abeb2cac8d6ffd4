"""What use cases refuse beside what every service does; `api/problems.py` knows the statuses."""

from services.contracts.errors import Code
from services.plumbing.errors import ServiceError
from services.scoring.core.errors import DocumentError


class BusyError(ServiceError):
    """Too many results of the same players came in at once: try again."""


class InvalidRequestError(ServiceError):
    """What was asked for has no sense."""

    code = Code.INVALID_REQUEST


class UnknownEditionError(ServiceError):
    """There is no points table of that name."""

    code = Code.UNKNOWN_EDITION


class UnknownGameError(ServiceError):
    """There is no such game."""

    code = Code.UNKNOWN_GAME


class UnknownMessageError(ServiceError):
    """There is no such message among the dead."""

    code = Code.UNKNOWN_MESSAGE


class ImpossibleSheetError(ServiceError):
    """A sheet shows what no game leads to; `place` says where."""

    code = Code.IMPOSSIBLE_SHEET

    def __init__(self, error: DocumentError) -> None:
        super().__init__(str(error))
        self.place = error.place
        self.reason = error.reason


class RulesUnavailableError(ServiceError):
    """The game is running, and the service that knows how it stands does not answer."""

    code = Code.RULES_UNAVAILABLE


class MessageError(DocumentError):
    """A message is not what it says it is, so nobody can take it."""

    code = "message_invalid"
