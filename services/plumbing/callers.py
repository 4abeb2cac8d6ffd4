"""Who asks, and what makes a request recognisable."""

import secrets
from typing import NamedTuple


class Caller(NamedTuple):
    """Who asks."""

    player: str | None = None
    scopes: frozenset[str] = frozenset()


class Request(NamedTuple):
    """What makes a request recognisable."""

    id: str
    key: str | None = None
    """Under which it may be repeated."""
    fingerprint: str = ""


def new_secret() -> str:
    """Make a text that nobody can guess: 128 bits, in 22 characters."""
    return secrets.token_urlsafe(16)
