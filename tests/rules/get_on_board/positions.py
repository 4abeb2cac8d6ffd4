"""Builds positions by hand: lines, sheets, ticket and round as a test needs them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from services.rules.core.bits import bits
from services.rules.core.errors import IllegalMoveError
from services.rules.families.get_on_board import apply, legal_moves
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import Event, RoutePlotted
from services.rules.families.get_on_board.moves import PlotRoute
from services.rules.families.get_on_board.sheet import Sheet
from services.rules.families.get_on_board.state import PLOTTING, Deal, Player, Round, Setup, State
from tests.support import EDITIONS


def city(name: str) -> Edition:
    """Give a city's edition."""
    edition = EDITIONS[f"gob-{name}"].edition
    if not isinstance(edition, Edition):
        raise TypeError(name)
    return edition


def a_player(
    edition: Edition, line: str, *, top: int = 1, personal: str = "", **boxes: Any
) -> Player:
    """Build a player whose line runs over the intersections named, with boxes crossed off."""
    steps = tuple(edition.board.numbers[name] for name in line.split())
    sections = [edition.board.ways[a][b] for a, b in pairwise(steps)]
    deal = Deal(top, personal or edition.personal[top - 1], (1, 2), 1)
    return Player(
        deal, line=steps, visited=bits(steps), sections=bits(sections), sheet=Sheet(**boxes)
    )


def position(
    edition: Edition, *players: Player, ticket: int = 1, number: int = 5, **now: Any
) -> State:
    """Build a position in which seat 0 is to play `ticket` in round `number`."""
    deck = [other for other in range(1, 13) if other != ticket]
    deck.insert(number - 1, ticket)
    common = tuple(edition.goals)[:2]
    setup = Setup(edition.id, edition.version, 1, now.pop("common", common), tuple(deck))
    order = tuple(range(len(players)))
    return State(setup, Round(PLOTTING, number, ticket, **now), order, players)


def ticket_for(edition: Edition, shape: str, top: int = 1) -> int:
    """Find the ticket that asks a sheet top for a shape."""
    names = [asked.name for asked in edition.shapes[top]]
    return names.index(shape, 1)


def paths(edition: Edition, state: State, *, metro: bool = False) -> set[str]:
    """List the legal paths of the seat to play, as text, with or without a metro extra."""
    moves = [option.move for option in legal_moves(edition, state, state.to_play[0])]
    return {
        " ".join(move.path) for move in moves if isinstance(move, PlotRoute) and move.metro == metro
    }


def plot(
    edition: Edition, state: State, path: str, *, metro: bool = False
) -> tuple[State, RoutePlotted, Sequence[Event]]:
    """Play a path for the seat to play: the state after it, what happened, and all events."""
    seat = state.to_play[0]
    after, events = apply(edition, state, seat, PlotRoute(tuple(path.split()), metro))
    first = events[0]
    if not isinstance(first, RoutePlotted):
        raise TypeError(first)
    return after, first, events


def refusal(edition: Edition, state: State, path: str, *, metro: bool = False) -> IllegalMoveError:
    """Play a path that must be refused, and give the refusal."""
    move = PlotRoute(tuple(path.split()), metro)
    with pytest.raises(IllegalMoveError) as refused:
        apply(edition, state, state.to_play[0], move)
    return refused.value
