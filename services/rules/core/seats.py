"""The seats of a table: how many there may be, how each stands, and leaving one."""

from typing import Final, NamedTuple

from services.rules.core.content import Content
from services.rules.core.errors import GameOverError, MoveError, NotYourTurnError, SeatsError

MOST_SEATS: Final = 5

PLAYING: Final = "playing"
RESIGNED: Final = "resigned"
"""How a seat stands; a family may know more ways."""

FINISHED: Final = "finished"
"""The phase in which no game of any family goes on."""


class Resign(NamedTuple):
    """Leave the game. Possible at any time, so it is in no list of legal moves."""


def read_players(file: Content) -> tuple[int, ...]:
    """Read for which numbers of players an edition is."""
    players = file.wholes("players")
    if sorted(set(players)) != list(players) or not 1 <= players[0] <= players[-1] <= MOST_SEATS:
        file.fail("players", f"expected different numbers from 1 to {MOST_SEATS}, in order")
    return players


def wrong_number(name: str, players: tuple[int, ...], seats: int, rule: str) -> SeatsError:
    """Refuse a table that an edition is not for."""
    allowed = " or ".join(map(str, players))
    return SeatsError(f"{name} is for {allowed} players, not {seats}", rule)


def out_of_turn(phase: str, end: str, detail: str, rule: str) -> MoveError:
    """Refuse a seat that may not act now; `end` is the rule by which games end."""
    if phase == FINISHED:
        return GameOverError("the game has ended", end)
    return NotYourTurnError(detail, rule)
