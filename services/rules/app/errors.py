"""What a use case can refuse beside broken rules; `api/problems.py` knows the status of each."""

from services.contracts.errors import Code
from services.plumbing.engines import Version
from services.plumbing.errors import ServiceError


class EditionNotServedError(ServiceError):
    """The edition is known, but this process does not serve it."""

    code = Code.EDITION_NOT_SERVED


class VersionNotServedError(ServiceError):
    """A game keeps the rules it began with, and this process has others."""

    code = Code.VERSION_NOT_SERVED

    def __init__(self, edition: str, version: Version) -> None:
        wanted = "{} version {}, engine {}".format(edition, *version)
        super().__init__(f"the game is played by {wanted}, which is not served here")
        self.edition = edition
        self.version = version


class UnknownGameError(ServiceError):
    """There is no such game."""

    code = Code.UNKNOWN_GAME


class StaleVersionError(ServiceError):
    """The move was made on a table that has changed since."""

    code = Code.STALE_VERSION

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(f"the game is at version {version}, not {expected}: look again")
        self.version = version

    def more(self) -> dict[str, object]:
        """Give the version at which the game is."""
        return {"version": self.version}


class MessageError(ServiceError):
    """A message of another service is not what it says it is."""

    code = Code.INVALID_REQUEST


class GameNotFinishedError(ServiceError):
    """The record is there when the game is over, not before."""

    code = Code.GAME_NOT_FINISHED
