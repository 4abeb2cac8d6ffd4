"""Ratings: how strong a player seems, how sure that is, and which games say something about it.

How a result moves ratings is a `Model`'s business. Who is rated against whom, and where, is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

PEOPLE: Final = "people"
BOTS: Final = "bots"
ALL: Final = "all"
POOLS: Final = (PEOPLE, BOTS, ALL)
"""Who is compared with whom: everybody has a rating in each pool they have played in."""

RESIGNED: Final = "resigned"
"""The standing of a seat that has given the game up; all other standings are rated."""

THRESHOLDS: Final = (1, 3, 10, 30)
"""The numbers of games after which a player is on a leaderboard; each has a board of its own."""
USUAL_THRESHOLD: Final = 3


class Rating(NamedTuple):
    """A strength as a normal distribution, and how many games and victories are behind it."""

    mu: float
    sigma: float
    games: int
    wins: int = 0

    @property
    def ordinal(self) -> float:
        """What the player is worth almost certainly: leaderboards are sorted by this."""
        return self.mu - 3 * self.sigma


NEWCOMER: Final = Rating(25.0, 25.0 / 3, 0)


class Model(Protocol):
    """Says how a result moves ratings; the same input gives the same bits."""

    def rate(self, ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
        """Give the new strengths of players who came in at these ranks; equal ranks are ties."""


class Seat(NamedTuple):
    """What a rating asks of a seat."""

    player: str
    standing: str
    rank: int
    won: bool


class Placed(NamedTuple):
    """A seat that is rated: its rank among the others that are."""

    player: str
    rank: int
    won: bool


def pools_of(bots: Sequence[bool]) -> tuple[str, ...]:
    """Name the pools a game counts for, by which of its players are programs.

    People who met bots, and bots who met people, are compared only where all are.
    """
    if not any(bots):
        return (PEOPLE, ALL)
    return (BOTS, ALL) if all(bots) else (ALL,)


def placed(seats: Sequence[Seat]) -> tuple[Placed, ...]:
    """Rank those who are rated among themselves; nobody, if fewer than two are left.

    A seat that resigned has its place in the standings, but a forfeit says nothing about
    strength. Seats that were eliminated come last together, as in the standings.
    """
    rated = [seat for seat in seats if seat.standing != RESIGNED]
    if len(rated) < 2:
        return ()
    return tuple(
        Placed(seat.player, 1 + sum(other.rank < seat.rank for other in rated), seat.won)
        for seat in rated
    )


def rate(model: Model, ratings: Mapping[str, Rating], seats: Sequence[Placed]) -> dict[str, Rating]:
    """Give the new ratings of one pool; who has none in it yet is a newcomer."""
    before = [ratings.get(seat.player, NEWCOMER) for seat in seats]
    after = model.rate(before, [seat.rank for seat in seats])
    return {
        seat.player: Rating(new.mu, new.sigma, old.games + 1, old.wins + seat.won)
        for seat, old, new in zip(seats, before, after, strict=True)
    }
