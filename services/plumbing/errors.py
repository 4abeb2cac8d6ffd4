"""What every service can refuse; each adds its own. `http/problems.py` knows the statuses."""

from typing import ClassVar

from services.contracts.errors import Code


class ServiceError(Exception):
    """The root: a sentence for people and a code for programs."""

    code: ClassVar[Code] = Code.INTERNAL_ERROR

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail

    def more(self) -> dict[str, object]:
        """Give what else the problem document says."""
        return {}


class TokenNeededError(ServiceError):
    """Only somebody who says who they are may do this."""

    code = Code.TOKEN_NEEDED


class InvalidTokenError(ServiceError):
    """The token is not one of ours, or not for us."""

    code = Code.INVALID_TOKEN


class ExpiredTokenError(InvalidTokenError):
    """The token was good, and its time is over."""

    code = Code.EXPIRED_TOKEN


class MissingScopeError(ServiceError):
    """The token does not allow this."""

    code = Code.MISSING_SCOPE


class NotSeatedError(ServiceError):
    """The game belongs to others."""

    code = Code.NOT_SEATED


class KeyReusedError(ServiceError):
    """The key of a request was used before, for another one."""

    code = Code.KEY_REUSED
