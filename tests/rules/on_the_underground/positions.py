"""Builds positions by hand: lines on the board, cards, tiles and turn as a test needs them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from services.rules.core.chance import Recorded
from services.rules.core.errors import IllegalMoveError
from services.rules.families.on_the_underground import (
    apply,
    legal_moves,
    new_game,
    state_from_json,
    state_to_json,
)
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import Event, PassengerMoved, TrackPlaced
from services.rules.families.on_the_underground.moves import Move, PlaceTrack
from services.rules.families.on_the_underground.state import BUILDING, State
from tests.support import EDITIONS


def city(name: str) -> Edition:
    """Give a city's edition."""
    edition = EDITIONS[f"otu-{name}"].edition
    if not isinstance(edition, Edition):
        raise TypeError(name)
    return edition


NEW_YORK, PARIS = city("new-york"), city("paris")

METRO_1 = (
    "la-defense porte-maillot charles-de-gaulle-etoile franklin-d-roosevelt"
    " champs-elysees-clemenceau concorde palais-royal chatelet hotel-de-ville bastille"
    " gare-de-lyon reuilly-diderot nation saint-mande chateau-de-vincennes"
)
"""A line of Paris with 14 tokens, from terminus to terminus."""


def position(
    edition: Edition,
    seats: int = 2,
    *,
    tracks: Mapping[str, str] | None = None,
    seat: int = 0,
    actions: int = 4,
    turn: int | None = None,
    visits: int | None = None,
    tiles: int = 0,
    passenger: str | None = None,
    open: Sequence[str] | None = None,  # noqa: A002
    coming: Sequence[str] | None = None,
    landmarks: Mapping[str, str] | None = None,
    hand: Mapping[str, int] | None = None,
    secrets: Sequence[str] | None = None,
    resigned: Sequence[int] = (),
) -> State:
    """Build a position in which `seat` has `actions` before it, by default in the second round.

    The score tiles go to the seats in the order of the file: with two players, seat 0 has red,
    black, orange and gray, seat 1 yellow, blue, white and green. A line has to hang together, as
    the engine relies on that; nothing else is checked.

    - `tracks`: line -> runs of stations, for example `{"red": "a b c d, b e"}`.
    - `tiles`, `hand`: branch tiles, and landmark tiles by type, of the seat to play.
    - `open`: the open destinations, longest open first; unless given, the first four of the file.
    - `coming`: the deck as it is still to be drawn; unless given, all other cards of the file.
    - `landmarks`: station -> type of the tile laid there at the beginning; others as they come.
    - `secrets`: the secret objectives, two for each seat in turn; unless given, "1", "2", ...
    """
    opened = edition.cards[:4] if open is None else open
    deck, drawn = _deck(edition, opened, coming)
    draws = _draws(edition, seats, deck, landmarks or {}, secrets)
    document: Any = state_to_json(edition, new_game(edition, seats, Recorded(draws))[0])
    document |= {"to_play": [seat], "open": list(opened), "drawn": drawn}
    document["passenger"] = passenger or document["passenger"]
    document["turn"] = {
        "phase": BUILDING,
        "number": turn or seats + seat + 1,
        "actions": actions,
        "visits": edition.visits if visits is None else visits,
    }
    _lay(edition, document, tracks or {})
    _give(edition, document["players"][seat], tiles, hand or {})
    for other in resigned:
        document["players"][other]["standing"] = "resigned"
    return state_from_json(edition, document)


def _lay(edition: Edition, document: Any, tracks: Mapping[str, str]) -> None:
    for line, runs in tracks.items():
        at = document["setup"]["colours"].index(line)
        document["lines"][at]["track"] = connections(edition, runs)


def _give(edition: Edition, player: Any, tiles: int, hand: Mapping[str, int]) -> None:
    player["branch_tiles"] = tiles
    player["landmarks"] = [hand.get(name, 0) for name in edition.landmark_types]


def connections(edition: Edition, runs: str) -> list[int]:
    """Give the numbers of the connections that the runs of a line use: "a b c, b d"."""
    between = edition.network.between
    return [between[pair] for run in runs.split(",") for pair in pairwise(run.split())]


def _deck(
    edition: Edition, opened: Sequence[str], coming: Sequence[str] | None
) -> tuple[list[str], int]:
    """Put the deck in order: open cards, discarded cards, cards to come; and say what is drawn."""
    other = list((Counter(edition.cards) - Counter(opened) - Counter(coming or ())).elements())
    if coming is None:
        return [*opened, *other], len(opened)
    return [*opened, *other, *coming], len(opened) + len(other)


def _draws(
    edition: Edition,
    seats: int,
    deck: list[str],
    laid: Mapping[str, str],
    secrets: Sequence[str] | None,
) -> dict[str, Sequence[str]]:
    pile = list((Counter(edition.landmark_tiles) - Counter(laid.values())).elements())
    names = [edition.network.stations[number].id for number in edition.landmark_places]
    return {
        "score_tiles": edition.score_tiles[seats][:seats],
        "deck": deck,
        "landmarks": [laid[name] if name in laid else pile.pop(0) for name in names],
        "secret_objectives": secrets or tuple(edition.secrets)[: 2 * seats],
    }


def edition_of(state: State) -> Edition:
    """Give the city in which a game is played."""
    return city(state.setup.edition.removeprefix("otu-"))


def play(state: State, *moves: Move) -> tuple[State, list[Event]]:
    """Make moves for whoever is to play; give the state after them, and all that happened."""
    happened: list[Event] = []
    for move in moves:
        state, events = apply(edition_of(state), state, state.to_play[0], move)
        happened.extend(events)
    return state, happened


def place(
    state: State,
    line: str,
    start: str,
    end: str,
    *,
    terminus: str | None = None,
    set: bool = False,  # noqa: A002
) -> tuple[State, TrackPlaced]:
    """Place a token for the seat to play; give the state after it, and its own event."""
    after, events = play(state, PlaceTrack(line, start, end, terminus, set))
    placed = events[0]
    if not isinstance(placed, TrackPlaced):
        raise TypeError(placed)
    return after, placed


def refusal(state: State, move: Move) -> str | None:
    """Make a move that must be refused; give the id of the rule that the refusal names."""
    with pytest.raises(IllegalMoveError) as refused:
        play(state, move)
    return refused.value.rule


def placements(state: State) -> list[PlaceTrack]:
    """List the legal placements of the seat to play."""
    options = legal_moves(edition_of(state), state, state.to_play[0])
    return [option.move for option in options if isinstance(option.move, PlaceTrack)]


def where(state: State, line: str) -> set[str]:
    """Name the connections where a line may take a token now, as "a b" in alphabetical order."""
    return {
        f"{move.from_station} {move.to_station}" for move in placements(state) if move.line == line
    }


def trips(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """List the outcomes that may be chosen for the passenger: destination and lines."""
    would = (option.would for option in legal_moves(edition_of(state), state, state.to_play[0]))
    return [(trip.destination, trip.lines) for trip in would if isinstance(trip, PassengerMoved)]


def moved(events: Iterable[Event]) -> list[PassengerMoved]:
    """Pick the passenger's movements out of what happened."""
    return [event for event in events if isinstance(event, PassengerMoved)]
