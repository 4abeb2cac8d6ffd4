"""A stored game, opened: which rules it is played by, how it stands, and who sits where."""

from functools import cached_property
from typing import Any

from services.plumbing.callers import Caller
from services.plumbing.engines import Version
from services.plumbing.errors import MissingScopeError, NotSeatedError, TokenNeededError
from services.rules.app.errors import UnknownGameError, VersionNotServedError
from services.rules.app.rules import PLAY, Rules, version_of
from services.rules.app.standing_in import sitting
from services.rules.app.states import States
from services.rules.core.registry import Entry
from services.rules.core.types import Viewer
from services.rules.store.ports import Place, Stored


class Table:
    """A game as it was read."""

    def __init__(self, place: Place, entry: Entry, stored: Stored, states: States) -> None:
        self.place = place
        self._states = states
        self.entry = entry
        self.stored = stored
        self.family = entry.family
        self.edition = entry.edition

    @cached_property
    def state(self) -> Any:  # noqa: ANN401 (each family has its own)
        """The state, read from the snapshot when somebody asks for it."""
        return self._states.read(self.entry, self.stored.state)

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.stored.settled.players

    @cached_property
    def sitting(self) -> tuple[str, ...]:
        """Who plays each seat: its player, or who stands in since that one has left."""
        return sitting(self.stored.settled, self.stored.left)


def open_table(rules: Rules, place: Place, key: str | None = None) -> Table:
    """Read a game, with what was answered to an earlier request under a key."""
    entry = rules.served.entry(place.edition)
    stored = rules.games.read(place, key)
    if stored is None:
        raise UnknownGameError(f"there is no game {place.game!r} of {place.edition}")
    version = Version(stored.settled.edition_version, stored.settled.engine_version)
    if version != version_of(entry):
        raise VersionNotServedError(place.edition, version)
    return Table(place, entry, stored, rules.states)


def viewer_of(table: Table, caller: Caller) -> Viewer:
    """Say as whom somebody looks: as their seat, or as a spectator of a public game."""
    if caller.player in table.sitting:
        return table.sitting.index(caller.player)
    if table.stored.settled.public or caller.player in table.players:
        return None  # whoever has left a seat to another one looks on
    raise _stranger(caller, "the game is private")


def seat_of(table: Table, caller: Caller) -> int:
    """Say in which seat somebody may act."""
    if caller.player not in table.sitting:
        raise _stranger(caller, "only those who sit at the table may do this")
    if PLAY not in caller.scopes:
        raise MissingScopeError(f"the token does not have the scope {PLAY!r}")
    return table.sitting.index(caller.player)


def _stranger(caller: Caller, detail: str) -> Exception:
    return TokenNeededError(detail) if caller.player is None else NotSeatedError(detail)
