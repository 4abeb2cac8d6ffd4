"""People and programs who play, and the tokens by which they are known."""

from dataclasses import dataclass
from typing import Final

PERSON: Final = "person"
BOT: Final = "bot"

PLAY: Final = "play"
ORGANISE: Final = "organise"
ADMIN: Final = "admin"
SCOPES: Final = (PLAY, ORGANISE, ADMIN)
"""What a token may allow: to sit and play, to run tournaments, to do what only operators do."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays."""

    id: str
    name: str
    kind: str
    created_at: str
    owner: str | None = None
    """Of a bot: who has registered it; null for the platform's own."""
    level: str | None = None
    """Of one of the platform's own bots: how it plays."""


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token, without the secret: only its hash is known."""

    id: str
    player: str
    hash: str
    scopes: tuple[str, ...]
    label: str
    created_at: str
    expires_at: str
    last_used_at: str | None = None
    revoked_at: str | None = None

    def is_good(self, now: str) -> bool:
        """Whether it still opens doors; moments are compared as texts, as all are in UTC."""
        return self.revoked_at is None and now < self.expires_at
