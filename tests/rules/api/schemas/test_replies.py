"""What the families really show fits the published schemas, and nothing else does."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from services.rules.families.get_on_board.capacities import ZONES
from services.rules.families.get_on_board.events import EVENT_TYPES as GET_ON_BOARD
from services.rules.families.on_the_underground.events import EVENT_TYPES as ON_THE_UNDERGROUND
from tests.rules.api.schemas.components import complaint, components, fits
from tests.rules.games import (
    edition_and_family,
    every_edition,
    every_table,
    moments,
    through_json,
    viewers,
)
from tests.rules.random_games import play_out
from tests.support import Game

MOMENTS: Final = 2
MOVES: Final = 3
MANY: Final = 16
UNKNOWN: Final[dict[str, Any]] = {"surprise": {"surprise": []}}
LISTS: Final = ("intersections", "sections", "stations", "connections")
"""Long lists of editions, of which a few items show as much."""
NAMES: Final = {"common", "terminus", "landmarks", "legend", "tokens", "landmark_tiles", "lines"}
"""Objects that hold whatever names the city has."""
OPTIONAL: Final = {
    "sheet": {*ZONES, "landmarks", "landmark_tiles", "landmark_sets"} - {"turn_zone", "tourists"},
    "ledger": {"rail", "clusters", "water", "rer", "secrets"},
    "move": {"metro", "terminus", "set"},
}
"""Members that not every city or move has."""


@cache
def games(name: str, seats: int) -> tuple[Game, ...]:
    """Play a game to its end, one that somebody leaves, and one that all leave."""
    everybody = dict.fromkeys(range(seats), 2)
    return (
        play_out(name, seats, "monorail", careful=True, leaving={}),
        play_out(name, seats, "cable car", careful=True, leaving={seats - 1: 3}),
        play_out(name, seats, "paternoster", careful=False, leaving=everybody),
    )


def some(game: Game) -> list[Any]:
    """Give some states of a game, the first and the last among them."""
    every = moments(game)
    return [*every[:: len(every) // MOMENTS + 1], every[-1]]


def tables(game: Game) -> Iterator[Any]:
    for state in some(game):
        for viewer in viewers(game.seats):
            yield game.family.view(game.edition, state, viewer)


def events(game: Game) -> Iterator[Any]:
    """Show every event to everybody; to those who see the same, once."""
    for event in game.log:
        shown = [game.family.event_view(game.edition, event, each) for each in viewers(game.seats)]
        yield from (each for at, each in enumerate(shown) if each not in shown[:at])


def legal_moves(game: Game) -> Iterator[Any]:
    for step in game.steps:
        options = game.family.legal_moves(game.edition, step.before, step.seat)
        for at in range(0, len(options), len(options) // MOVES + 1):
            yield options[at].to_json()


def outcomes(game: Game) -> Iterator[Any]:
    for state in some(game):
        yield game.family.outcome(game.edition, state)


SHOWN: Final = {
    "Table": tables,
    "Event": events,
    "LegalMove": legal_moves,
    "Outcome": outcomes,
}


@pytest.mark.slow
@every_table
def test_what_a_family_shows_fits_the_union(name: str, seats: int) -> None:
    for game in games(name, seats):
        for union, shown in SHOWN.items():
            every = list(shown(game))
            for document in every[:: len(every) // MANY + 1]:
                assert fits(union, document), complaint(union, document)


@pytest.mark.slow
@every_edition
def test_an_edition_fits_the_union(name: str) -> None:
    edition, family = edition_and_family(name)
    document = through_json(family.edition_to_json(edition))
    assert fits("Edition", document), complaint("Edition", document)


@pytest.mark.slow
def test_every_kind_of_event_and_of_legal_move_is_among_those_shown() -> None:
    cities = [("gob-new-york", 2), ("gob-rome", 3), ("otu-new-york", 2), ("otu-paris", 2)]
    played = [game for name, seats in cities for game in games(name, seats)]
    happened = {event["type"] for game in played for event in events(game)}
    assert happened == {*GET_ON_BOARD, *ON_THE_UNDERGROUND}
    listed = {option["move"]["type"] for game in played for option in legal_moves(game)}
    assert listed == components()["Move"]["discriminator"]["mapping"].keys()


@pytest.mark.slow
@every_edition
def test_a_member_too_many_or_too_few_fits_no_union(name: str) -> None:
    for union, document in specimens(name):
        assert fits(union, document), complaint(union, document)
        for place, spoilt in every_spoilt(document):
            assert not fits(union, spoilt), f"{union} of {name}: {place}"


def specimens(name: str) -> Iterator[tuple[str, Any]]:
    """Give a document of every union, and of every event and legal move."""
    edition, family = edition_and_family(name)
    game = games(name, edition.players[0])[0]
    city: Any = family.edition_to_json(edition)
    yield "Edition", {key: part[:2] if key in LISTS else part for key, part in city.items()}
    yield "Table", family.view(edition, game.last, 0)
    yield "Outcome", family.outcome(edition, game.last)
    yield from (("Event", each) for each in {each["type"]: each for each in events(game)}.values())
    moves = {option["move"]["type"]: option for option in legal_moves(game)}
    yield from (("LegalMove", option) for option in moves.values())


def every_spoilt(document: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Add a member to every object of a document, and take each away; of a list try one item."""
    if isinstance(document, list):
        for place_, spoilt in every_spoilt(document[0], (*place, 0)) if document else ():
            yield place_, [spoilt, *document[1:]]
    elif isinstance(document, dict):
        yield (*place, "surprise"), document | UNKNOWN
        for key, part in document.items():
            if not optional(place, key):
                yield (*place, key), {other: document[other] for other in document if other != key}
            for place_, spoilt in every_spoilt(part, (*place, key)):
                yield place_, document | {key: spoilt}


def optional(place: tuple[Any, ...], key: str) -> bool:
    """Say whether an object may do without a member."""
    holder = place[-1] if place else ""
    if "lines" in place[-2:-1]:
        holder = "ledger" if isinstance(holder, str) else "line"
    return holder in NAMES or key in OPTIONAL.get(holder, ())
