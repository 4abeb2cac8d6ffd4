"""Games of every edition, played once and shared by the tests that look at them.

Nothing here knows a family: only the verbs that all of them offer.
"""

import json
from functools import cache
from typing import Any, Final

import pytest

from services.rules.core.errors import MoveError
from services.rules.core.family import AnyFamily, Edition
from services.rules.core.types import JsonObject, Viewer
from tests.support import EDITIONS, TABLES_OF_PLAYERS, Game, at_random, carefully, play

SEEDS: Final = ("tram", "ferry", "funicular")
MANY_MOVES: Final = 100
RESIGN: Final[JsonObject] = {"type": "resign"}
"""The one move that every family has, and that is in no list of legal moves."""


def how_long(name: str, seats: int) -> tuple[pytest.MarkDecorator, ...]:
    """Say who plays at a table: the smallest is quick, the largest slow, all others are deep."""
    fewest, most = EDITIONS[name].edition.players[0], EDITIONS[name].edition.players[-1]
    if seats == fewest:
        return ()
    return (pytest.mark.slow if seats == most else pytest.mark.deep,)


every_edition = pytest.mark.parametrize("name", EDITIONS)
every_table = pytest.mark.parametrize(
    ("name", "seats"), [pytest.param(*table, marks=how_long(*table)) for table in TABLES_OF_PLAYERS]
)
"""Every edition with every number of players; each command leaves some of them to the next."""


@cache
def careful_games(name: str, seats: int) -> tuple[Game, ...]:
    """Play a few games in which nobody is careless; long ones show as much in fewer."""
    first, *others = SEEDS
    games = [play(name, seats, first, carefully(first))]
    if len(games[0].steps) <= MANY_MOVES:
        games += [play(name, seats, seed, carefully(seed)) for seed in others]
    return tuple(games)


@cache
def several_games(name: str, seats: int) -> tuple[Game, ...]:
    """Play a few games, careful ones and a careless one."""
    return (*careful_games(name, seats), play(name, seats, "reckless", at_random("reckless")))


def moments(game: Game) -> list[Any]:
    """Give every state of a game, from first to last."""
    return [game.first, *(step.after for step in game.steps)]


def edition_and_family(name: str) -> tuple[Edition, AnyFamily]:
    """Give an edition and its family."""
    entry = EDITIONS[name]
    return entry.edition, entry.family


def standings(family: AnyFamily, edition: Edition, state: Any) -> list[str]:
    """Say of every seat how it stands."""
    outcome: dict[str, Any] = family.outcome(edition, state)
    return [seat["standing"] for seat in outcome["seats"]]


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Name everybody who can look: the seats and a spectator."""
    return (*range(seats), None)


def through_json(document: Any) -> Any:
    """Send a document through text, as a store or a network would."""
    return json.loads(json.dumps(document, allow_nan=False))


def refused(
    family: AnyFamily, edition: Edition, state: Any, seat: int, document: Any
) -> MoveError | None:
    """Send a move as a client would; give the refusal, and see that nothing changed."""
    before = repr(state), family.state_to_json(edition, state)
    refusal = None
    try:
        family.apply(edition, state, seat, family.move_from_json(document))
    except MoveError as error:
        refusal = error
    assert (repr(state), family.state_to_json(edition, state)) == before
    return refusal
