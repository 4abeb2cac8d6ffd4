"""Times the passenger of On the Underground on late boards, beside a plain Dijkstra."""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Any, Final

from benchmarks.timing import timed
from services.rules.core.bits import bits
from services.rules.core.chance import Seeded
from services.rules.core.registry import Entry
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.state import State
from services.rules.families.on_the_underground.travel import foreseen, journey

GAMES: Final = 30
LATE: Final = 12
"""Random games that give positions, and the last movements of each that are taken."""
PLAYERS: Final = 5
ROUNDS: Final = 15
"""How often everything is timed; the best round counts."""


@dataclass(frozen=True)
class Travel:
    """What was measured of one city."""

    edition: str
    positions: int
    outcomes: float
    """Outcomes of a movement, on average."""
    microseconds: float
    """One movement with all outcomes, each with its path."""
    slowest: float
    """The same on the slowest of the positions."""
    dijkstra_microseconds: float

    @property
    def ratio(self) -> float:
        """How many times a plain Dijkstra it takes."""
        return self.microseconds / self.dijkstra_microseconds


def measure_travel(entry: Entry, rounds: int = ROUNDS) -> Travel:
    """Measure one city; passenger and Dijkstra take turns on the same positions."""
    edition = entry.edition
    if not isinstance(edition, Edition):
        raise TypeError(edition.id)
    states = late_boards(entry)
    travel = [float("inf")] * len(states)
    plain = float("inf")
    for _ in range(rounds):
        travel = [
            min(best, seconds(travels, edition, at))
            for best, at in zip(travel, states, strict=True)
        ]
        plain = min(plain, sum(seconds(nearest, edition, at) for at in states))
    return Travel(
        edition=edition.id,
        positions=len(states),
        outcomes=sum(travels(edition, at) for at in states) / len(states),
        microseconds=sum(travel) / len(states) * 1e6,
        slowest=max(travel) * 1e6,
        dijkstra_microseconds=plain / len(states) * 1e6,
    )


def late_boards(entry: Entry) -> list[State]:
    """Play random games, and give the moments before their last movements of the passenger."""
    random, family, edition = Random("late"), entry.family, entry.edition
    found: list[State] = []
    for game in range(GAMES):
        moments: list[Any] = []
        state, _ = family.new_game(edition, PLAYERS, Seeded(f"late {game}"))
        while state.to_play:
            if state.turn.actions <= 1 and state.open:
                moments.append(state)
            move = random.choice(family.legal_moves(edition, state, state.to_play[0]).moves)
            state, _ = family.apply(edition, state, state.to_play[0], move)
        found += moments[-LATE:]
    return found


def travels(edition: Edition, state: State) -> int:
    """Find every outcome of a movement, with owners and path; count them."""
    trip = journey(edition, state)
    for number in range(len(trip.outcomes)):
        foreseen(edition, state, trip, number, chosen=True)
    return len(trip.outcomes)


def nearest(edition: Edition, state: State) -> tuple[int, int]:
    """Find the nearest destination by empty spaces alone, with the textbook's Dijkstra."""
    roads, goals = edition.network.roads, bits(state.open)
    best, heap = {state.passenger: 0}, [(0, state.passenger)]
    while heap:
        spaces, here = heappop(heap)
        if goals >> here & 1:
            return spaces, here
        if spaces > best[here]:
            continue
        for road, _, there in roads[here]:
            cost = spaces if road & state.tracked else spaces + 1
            if there not in best or cost < best[there]:
                best[there] = cost
                heappush(heap, (cost, there))
    raise ValueError("no destination can be reached")


def seconds(work: Callable[[Edition, State], object], edition: Edition, state: State) -> float:
    """Time some work on one position."""
    return timed(lambda: work(edition, state))[0]
