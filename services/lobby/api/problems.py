"""Which error of the lobby has which status."""

from typing import Final

from services.lobby.app import errors
from services.lobby.app.drafts import BusyError
from services.plumbing.http.problems import Statuses

PAGE: Final = "/lobby/docs"
STATUSES: Final[Statuses] = {
    BusyError: 503,
    errors.AlreadyWaitingError: 409,
    errors.EngineUnavailableError: 503,
    errors.ForbiddenAddressError: 409,
    errors.TableRefusedError: 409,
    errors.PointsRefusedError: 409,
    errors.TooManyWebhooksError: 409,
    errors.TournamentRefusedError: 409,
    errors.UnknownDeliveryError: 404,
    errors.UnknownEditionError: 404,
    errors.UnknownPlayerError: 404,
    errors.UnknownTableError: 404,
    errors.UnknownRoundError: 404,
    errors.UnknownTicketError: 404,
    errors.UnknownTokenError: 404,
    errors.UnknownTournamentError: 404,
    errors.UnknownWebhookError: 404,
    errors.WrongNumberError: 409,
}
