"""The passenger's movements in a game: what may be chosen, and what comes of it."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from services.rules.core.bits import bits, members
from services.rules.core.types import new
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import Leg, PassengerMoved
from services.rules.families.on_the_underground.passenger import Ground, Outcome, Ride, Search
from services.rules.families.on_the_underground.state import State, Turn


class Journey(NamedTuple):
    """The outcomes of the next movement, in the order of their numbers."""

    search: Search
    outcomes: list[Outcome]


def journey(edition: Edition, state: State) -> Journey:
    """Find every outcome of the next movement (OTU-G2 to OTU-G4)."""
    network = edition.network
    reach = tuple(line.stations for line in state.lines)
    ground = Ground(network.roads, state.tracked, reach)
    search = Search(ground, state.passenger, bits(state.open))
    outcomes = search.outcomes()
    if len(outcomes) > 1:
        outcomes.sort(key=lambda outcome: _name(edition, state, outcome))
    return Journey(search, outcomes)


def move(
    edition: Edition, state: State, trip: Journey, number: int, *, chosen: bool
) -> tuple[State, PassengerMoved]:
    """Move the passenger, and take the token off the destination (OTU-G5, OTU-G6)."""
    event = foreseen(edition, state, trip, number, chosen=chosen)
    destination, used = trip.outcomes[number]
    lines = tuple(
        line._replace(rides=line.rides + 1) if used >> at & 1 else line
        for at, line in enumerate(state.lines)
    )
    at = state.open.index(destination)
    phase, turn, actions, visits = state.turn
    after = state._replace(
        turn=new(Turn, (phase, turn, actions, visits - 1)),
        passenger=destination,
        open=(*state.open[:at], *state.open[at + 1 :]),
        lines=lines,
    )
    return after, event


def foreseen(
    edition: Edition, state: State, trip: Journey, number: int, *, chosen: bool
) -> PassengerMoved:
    """Tell what an outcome is: destination, lines, their owners, and one path."""
    outcome = trip.outcomes[number]
    colours = state.setup.colours
    each = len(colours) // len(state.players)
    lines = sorted(members(outcome.lines), key=colours.__getitem__)
    return PassengerMoved(
        state.to_play[0],
        number if chosen else None,
        edition.network.stations[outcome.destination].id,
        trip.search.spaces,
        tuple(colours[line] for line in lines),
        tuple(line // each for line in lines),
        tuple(_legs(edition, state, trip.search.path(outcome))),
    )


def _name(edition: Edition, state: State, outcome: Outcome) -> tuple[str, list[str]]:
    lines = sorted(state.setup.colours[line] for line in members(outcome.lines))
    return edition.network.stations[outcome.destination].id, lines


def _legs(edition: Edition, state: State, rides: list[Ride]) -> Iterator[Leg]:
    """Tell a path leg by leg; steps on foot that follow each other are one."""
    stations, colours = edition.network.stations, state.setup.colours
    for line, group in groupby(rides, key=lambda ride: ride.line):
        steps = list(group)
        way = [steps[0].start, *(step.end for step in steps)]
        if line is not None:
            way = along(edition, state.lines[line].track, way[0], way[1])
        colour = None if line is None else colours[line]
        yield Leg(colour, tuple(stations[number].id for number in way))


def along(edition: Edition, track: int, start: int, end: int) -> list[int]:
    """Find the shortest way along a line."""
    roads = edition.network.roads
    came: dict[int, int] = {end: end}
    frontier = [end]
    while start not in came:
        after = []
        for here in frontier:
            for road, _, there in roads[here]:
                if road & track and there not in came:
                    came[there] = here
                    after.append(there)
        frontier = after
    way = [start]
    while way[-1] != end:
        way.append(came[way[-1]])
    return way
