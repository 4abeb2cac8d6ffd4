"""Which error of scoring has which status."""

from typing import Final

from services.plumbing.http.problems import Statuses
from services.scoring.app import errors

PAGE: Final = "/scoring/docs"
STATUSES: Final[Statuses] = {
    errors.UnknownEditionError: 404,
    errors.UnknownGameError: 404,
    errors.ImpossibleSheetError: 409,
    errors.InvalidRequestError: 422,
    errors.RulesUnavailableError: 503,
}
