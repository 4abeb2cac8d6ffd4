"""What use cases refuse beside what every service does; `api/problems.py` knows the statuses."""

from services.contracts.errors import Code
from services.lobby.core import tournament
from services.lobby.core.table import Refusal
from services.plumbing.errors import ServiceError


class UnknownPlayerError(ServiceError):
    """There is no such player."""

    code = Code.UNKNOWN_PLAYER


class UnknownTokenError(ServiceError):
    """The caller has no such token."""

    code = Code.UNKNOWN_TOKEN


class UnknownEditionError(ServiceError):
    """Nobody knows such an edition or box."""

    code = Code.UNKNOWN_EDITION


class UnknownTableError(ServiceError):
    """There is no such table, or not for the caller."""

    code = Code.UNKNOWN_TABLE


class WrongNumberError(ServiceError):
    """The edition or box is for other numbers of players."""

    code = Code.WRONG_NUMBER_OF_PLAYERS


class EngineUnavailableError(ServiceError):
    """Nobody serves the edition now: the table waits."""

    code = Code.ENGINE_UNAVAILABLE


class TableRefusedError(ServiceError):
    """It cannot be done with the table as it is."""

    def __init__(self, refusal: Refusal, detail: str) -> None:
        super().__init__(detail)
        self.code = next(code for code in Code if code.value == refusal.value)  # type: ignore[misc]


class UnknownTicketError(ServiceError):
    """The caller has no such ticket."""

    code = Code.UNKNOWN_TICKET


class AlreadyWaitingError(ServiceError):
    """Nobody waits twice at once."""

    code = Code.ALREADY_WAITING


class UnknownTournamentError(ServiceError):
    """There is no such tournament."""

    code = Code.UNKNOWN_TOURNAMENT


class UnknownRoundError(ServiceError):
    """The tournament has no such round."""

    code = Code.UNKNOWN_ROUND


class PointsRefusedError(ServiceError):
    """An organiser's own match points cannot be used."""

    code = Code.POINTS_REFUSED


class TournamentRefusedError(ServiceError):
    """It cannot be done with the tournament as it is."""

    def __init__(self, refusal: tournament.Refusal, detail: str) -> None:
        super().__init__(detail)
        self.code = next(code for code in Code if code.value == refusal.value)  # type: ignore[misc]


class UnknownWebhookError(ServiceError):
    """The caller has no such webhook."""

    code = Code.UNKNOWN_WEBHOOK


class UnknownDeliveryError(ServiceError):
    """The webhook has no such delivery."""

    code = Code.UNKNOWN_DELIVERY


class ForbiddenAddressError(ServiceError):
    """Nothing is sent to this address."""

    code = Code.FORBIDDEN_ADDRESS


class TooManyWebhooksError(ServiceError):
    """The caller has as many webhooks as one may have."""

    code = Code.TOO_MANY_WEBHOOKS
