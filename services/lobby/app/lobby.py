"""What every use case of the lobby works with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol, TypeVar

from services.contracts.messages import Engine
from services.lobby.app.drafts import Draft, commit
from services.lobby.core.table import Clock, Game
from services.lobby.store.ports import Records
from services.plumbing.callers import Caller, Request, new_secret
from services.plumbing.errors import MissingScopeError, TokenNeededError
from services.plumbing.moments import moment, utc_now

Answer = TypeVar("Answer")


class Jobs(Protocol):
    """What is asked of the workers. Whatever gets lost is found by the sweeper."""

    def relay(self) -> None:
        """Ask for messages to be sent on."""

    def go_on(self, tournament: str) -> None:
        """Ask for the next round of a tournament."""


class Signer(Protocol):
    """Signs what the other services accept."""

    def sign(self, player: str, scope: str, session: str, until: datetime) -> str:
        """Give a token by which rules and scoring know a player."""

    def published(self) -> Mapping[str, object]:
        """Give the public keys (JWKS)."""

    def secret_of(self, token: str) -> str:
        """Give the secret of a bearer token by its id: it is kept nowhere."""


class Revocations(Protocol):
    """Tells all services whose tokens are good no more."""

    def announce(self, token: str, until: float) -> None:
        """Say that nothing signed for a token counts any more, until that second."""


class Engines(Protocol):
    """Which engines are up."""

    def served(self) -> list[Engine]:
        """List them."""


class Wanted(NamedTuple):
    """A game that shall be played."""

    edition: str
    players: tuple[str, ...]
    public: bool
    clock: Clock | None
    tell_turns: bool
    stand_ins: tuple[str, ...] = ()
    """Who takes the seats of players who leave."""


class Created(NamedTuple):
    """A game that is there."""

    game: Game
    to_play: tuple[str, ...]
    """The players who may move first."""
    deadline: str | None


class Rules(Protocol):
    """The rules service, over its contract."""

    def create(self, wanted: Wanted, key: str) -> Created:
        """Create a game, once for a key; an `EngineUnavailableError` if nobody serves it."""


class Ratings(Protocol):
    """How strong players are, as scoring tells."""

    def rating(self, player: str, edition: str) -> float:
        """Give a player's strength in an edition; that of a newcomer if nobody knows better."""


@dataclass(frozen=True)
class Lobby:
    """The records, and what is around them."""

    records: Records
    jobs: Jobs
    signer: Signer
    revocations: Revocations
    engines: Engines
    rules: Rules
    ratings: Ratings
    now: Callable[[], datetime] = utc_now
    secret: Callable[[], str] = new_secret

    def change(self, request: Request, act: Callable[[Draft], Answer]) -> Answer:
        """Run a use case until it is written; what leaves is asked for."""
        answer, sends = commit(self.records, request, act)
        if sends:
            self.jobs.relay()
        return answer

    def moment(self, later: timedelta = timedelta(0)) -> str:
        """Say what time it is, or will be."""
        return moment(self.now() + later)

    def milliseconds(self) -> int:
        """Say what time it is, in milliseconds since 1970."""
        return round(self.now().timestamp() * 1000)


def known(caller: Caller, scope: str) -> str:
    """Say who asks; they need a token that allows this."""
    if caller.player is None:
        raise TokenNeededError("send the token that you got when you registered")
    if scope not in caller.scopes:
        raise MissingScopeError(f"the token does not have the scope {scope!r}")
    return caller.player
