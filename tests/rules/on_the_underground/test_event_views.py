"""The events as a person may see them: one by one, and over whole games that differ in secret."""

from random import Random
from typing import Any, NamedTuple

import pytest

from services.rules.core.chance import Recorded
from services.rules.core.events import CardsDrawn
from services.rules.core.types import Viewer
from services.rules.families.on_the_underground import (
    apply,
    draws,
    event_to_json,
    event_view,
    legal_moves,
    new_game,
    view,
)
from services.rules.families.on_the_underground.edition import FAMILY
from services.rules.families.on_the_underground.events import Event, GameEnded
from services.rules.families.on_the_underground.state import State
from tests.rules.games import careful_games, viewers
from tests.rules.on_the_underground.positions import PARIS, edition_of
from tests.rules.on_the_underground.secrets import (
    DEALT,
    MARK,
    every_city_table,
    exchanged,
    is_marked,
)
from tests.rules.random_games import tables_of
from tests.support import EDITIONS, Game

TWINS = [
    (name, seats, part)
    for name, seats in tables_of(FAMILY)
    for part in (0.3, 0.9, 1.0)
    if part < 1 or EDITIONS[name].edition == PARIS
]
"""Tables, and how much of a game to look at: in New York nothing is secret in the last turns."""


def marked(event: Event, viewer: Viewer) -> Event:
    """Put marks into what the viewer may not know of an event."""
    match event:
        case CardsDrawn("deck"):
            return event._replace(cards=tuple(f"{MARK}{card}" for card in event.cards))
        case CardsDrawn("secret_objectives"):
            cards = [
                str(card) if at // DEALT == viewer else f"{MARK}{card}"
                for at, card in enumerate(event.cards)
            ]
            return event._replace(cards=tuple(cards))
    return event


@pytest.mark.slow
@pytest.mark.rule("OTU-S4", "OTU-S6")
@every_city_table
def test_nothing_secret_stands_anywhere_in_an_event(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    edition = edition_of(game.first)
    for viewer in viewers(seats):
        secret = [marked(event, viewer) for event in game.log]
        assert secret != game.log
        for event, other in zip(game.log, secret, strict=True):
            shown = event_view(edition, other, viewer)
            assert not is_marked(shown)
            assert shown == event_view(edition, event, viewer)


@pytest.mark.slow
@pytest.mark.rule("OTU-S2", "OTU-S4", "OTU-S5", "OTU-S6")
@every_city_table
def test_the_cards_drawn_are_seen_by_those_who_may(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    setup = game.first.setup
    for viewer in viewers(seats):
        events = [event_view(edition_of(game.first), event, viewer) for event in game.log]
        cards: Any = {e["what"]: e["cards"] for e in events if e["type"] == "cards_drawn"}
        assert cards.pop("deck") == [None] * len(setup.deck)
        assert " ".join(cards.pop("score_tiles")).split() == list(setup.colours)
        assert cards.pop("landmarks", []) == list(setup.landmarks)
        dealt = [
            card if seat == viewer else None
            for seat, pair in enumerate(setup.secrets)
            for card in pair
        ]
        assert cards.pop("secret_objectives", []) == dealt
        assert cards == {}


@pytest.mark.rule("OTU-X5")
@every_city_table
def test_all_that_happens_after_the_cards_were_dealt_is_seen_by_everybody(
    name: str, seats: int
) -> None:
    for game in careful_games(name, seats):
        for event in (event for event in game.log if not isinstance(event, CardsDrawn)):
            for viewer in viewers(seats):
                assert event_view(edition_of(game.first), event, viewer) == event_to_json(event)


@pytest.mark.rule("OTU-S6", "OTU-E3")
@every_city_table
def test_the_end_tells_everybody_the_secret_objectives_dealt(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        assert isinstance(game.log[-1], GameEnded)
        shown = event_view(edition_of(game.first), game.log[-1], None)
        assert shown["secrets"] == [list(cards) for cards in game.first.setup.secrets]


class Moment(NamedTuple):
    """A state, and what led to it."""

    state: State
    events: tuple[Event, ...]


@pytest.mark.slow
@pytest.mark.rule("OTU-S4", "OTU-S6", "OTU-G7", "OTU-X5")
@pytest.mark.parametrize(("name", "seats", "part"), TWINS)
def test_two_games_that_differ_in_secret_look_the_same_until_it_comes_out(
    name: str, seats: int, part: float
) -> None:
    game = careful_games(name, seats)[0]
    moves = int(part * (len(game.steps) - 1))
    first = course(game, moves, draws(game.log))
    for viewer in viewers(seats):
        twin = course(game, moves, twin_draws(game, first[-1].state, viewer))
        assert first[-1].state != twin[-1].state
        for moment, other in zip(first, twin, strict=True):
            assert look(moment, viewer) == look(other, viewer)


def course(game: Game, moves: int, dealt: Any) -> list[Moment]:
    """Play some moves of a game with cards of its own or others."""
    edition = edition_of(game.first)
    found = [Moment(*new_game(edition, game.seats, Recorded(dealt)))]
    for step in game.steps[:moves]:
        found.append(Moment(*apply(edition, found[-1].state, step.seat, step.move)))
    return found


def twin_draws(game: Game, state: State, viewer: Viewer) -> dict[str, Any]:
    """Deal a game's cards otherwise wherever the viewer cannot know better in this state.

    That is: the cards still in the deck, and the secret objectives of all others.
    """
    dealt: dict[str, Any] = dict(draws(game.log))
    deck = state.setup.deck
    dealt["deck"] = (*deck[: state.drawn], *reversed(deck[state.drawn :]))
    if "secret_objectives" in dealt:
        others = [seat for seat in range(game.seats) if seat != viewer]
        pairs = exchanged(state, others, Random(f"{viewer}"))  # noqa: S311
        dealt["secret_objectives"] = tuple(card for pair in pairs for card in pair)
    return dealt


def look(moment: Moment, viewer: Viewer) -> Any:
    """Give all that a person sees: the table, what happened, and what the seat may do."""
    state, events = moment
    edition = edition_of(state)
    moves = [] if viewer is None else legal_moves(edition, state, viewer)[:3]
    return (
        view(edition, state, viewer),
        [event_view(edition, event, viewer) for event in events],
        [option.to_json() for option in moves],
    )
