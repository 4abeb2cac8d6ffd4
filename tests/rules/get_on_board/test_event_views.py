"""The events as a person may see them: one by one, and over whole games that differ in secret."""

from typing import Any

import pytest

from services.rules.core.chance import Recorded
from services.rules.core.events import CardsDrawn
from services.rules.core.types import Viewer
from services.rules.families.get_on_board import (
    apply,
    draws,
    event_to_json,
    event_view,
    new_game,
    view,
)
from services.rules.families.get_on_board.events import (
    DepartureChosen,
    DeparturesRevealed,
    Event,
    GameEnded,
    RoutePlotted,
)
from services.rules.families.get_on_board.moves import ChooseDeparture, PlotRoute
from services.rules.families.get_on_board.state import State
from tests.rules.games import careful_games, viewers
from tests.rules.get_on_board.secrets import (
    DECK,
    HANDS,
    SECRET_CITIES,
    edition_of,
    every_city_table,
    is_mark,
    leaves,
)
from tests.support import Game

MARKED_DRAWS = {"deck": DECK, "departure_tickets": HANDS}


def marked(game: Game, event: Event, viewer: Viewer) -> Event:
    """Put marks into what the viewer may not know of an event."""
    secret_objectives = game.edition.id in SECRET_CITIES
    match event:
        case CardsDrawn("deck" | "departure_tickets", cards):
            marks = [MARKED_DRAWS[event.what] + at for at in range(len(cards))]
            if event.what == "departure_tickets" and viewer is not None:
                marks[2 * viewer : 2 * viewer + 2] = cards[2 * viewer : 2 * viewer + 2]  # type: ignore[assignment]
            return event._replace(cards=tuple(marks))
        case CardsDrawn("personal_objectives", cards) if secret_objectives:
            names = [c if at == viewer else f"§{at}" for at, c in enumerate(cards)]
            return event._replace(cards=tuple(map(str, names)))
        case DepartureChosen(seat, _) if seat != viewer:
            return event._replace(ticket=HANDS + seat)
        case RoutePlotted() if secret_objectives and event.seat != viewer:
            return event._replace(personal="§" * (1 + len(event.personal)))
    return event


@pytest.mark.slow
@pytest.mark.rule("GOB-S4", "GOB-S5", "GOB-S6")
@every_city_table
def test_nothing_secret_stands_anywhere_in_an_event(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for viewer in viewers(seats):
            changed = 0
            for event in game.log:
                secret = marked(game, event, viewer)
                shown = event_view(edition_of(game), secret, viewer)
                assert [leaf for leaf in leaves(shown) if is_mark(leaf)] == []
                assert shown == event_view(edition_of(game), event, viewer)
                changed += secret != event
            assert changed > seats


@pytest.mark.rule("GOB-S4", "GOB-S5")
@every_city_table
def test_the_own_cards_and_choices_are_seen(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    for seat, player in enumerate(game.last.players):
        shown = [event_view(edition_of(game), event, seat) for event in game.log]
        cards: dict[Any, Any] = {e["what"]: e["cards"] for e in shown if e["type"] == "cards_drawn"}
        hand = cards["departure_tickets"][2 * seat : 2 * seat + 2]
        assert hand == list(player.deal.hand)
        assert cards["personal_objectives"][seat] == player.deal.personal
        assert cards["sheets"] == [other.deal.top for other in game.last.players]
        assert cards["common_objectives"] == list(game.last.setup.common)
        assert cards["deck"] == [None] * 12
        own = [e for e in shown if e.get("seat") == seat]
        assert own[0] == {"type": "departure_chosen", "seat": seat, "ticket": player.deal.choice}
        letters = [str(e["personal"]) for e in own if e["type"] == "route_plotted"]
        assert "".join(letters) == player.sheet.personal


@pytest.mark.rule("GOB-S4")
@every_city_table
def test_letters_reached_are_seen_where_personal_objectives_lie_open(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for event in (event for event in game.log if isinstance(event, RoutePlotted)):
            for viewer in set(viewers(seats)) - {event.seat}:
                shown = event_view(edition_of(game), event, viewer)
                open_letters = None if name in SECRET_CITIES else event.personal
                assert shown["personal"] == open_letters


@every_city_table
def test_an_event_shown_has_all_fields_of_the_event(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for event in game.log:
            whole = event_to_json(event)
            for viewer in viewers(seats):
                shown = event_view(edition_of(game), event, viewer)
                assert shown.keys() == whole.keys()
                hidden = {key for key in whole if shown[key] != whole[key]}
                assert hidden <= {"cards", "ticket", "personal"}
                assert not hidden or isinstance(event, CardsDrawn | DepartureChosen | RoutePlotted)


@pytest.mark.rule("GOB-S4", "GOB-S5")
@every_city_table
def test_the_reveals_show_everything_to_everybody(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    reveals = [e for e in game.log if isinstance(e, DeparturesRevealed | GameEnded)]
    assert len(reveals) == 2
    for event in reveals:
        for viewer in viewers(seats):
            assert event_view(edition_of(game), event, viewer) == event_to_json(event)


@pytest.mark.slow
@pytest.mark.rule("GOB-S4", "GOB-S5")
@every_city_table
def test_two_games_that_differ_in_secret_look_the_same_from_first_to_last(
    name: str, seats: int
) -> None:
    for game in careful_games(name, seats):
        for viewer in viewers(seats):
            first, twin = (
                course(game, dict(draws(game.log))),
                course(game, twin_draws(game, viewer)),
            )
            assert first[-1][0] != twin[-1][0]
            for (state, events), (other, others) in zip(first, twin, strict=True):
                assert look(game, state, events, viewer) == look(game, other, others, viewer)


def course(game: Game, dealt: dict[str, Any]) -> list[tuple[State, tuple[Event, ...]]]:
    """Play the moves of a game with other cards, up to the one before the last."""
    edition = edition_of(game)
    state, events = new_game(edition, game.seats, Recorded(dealt))
    found = [(state, events)]
    for step in game.steps[:-1]:
        assert isinstance(step.move, ChooseDeparture | PlotRoute)
        state, events = apply(edition, state, step.seat, step.move)
        found.append((state, events))
    return found


def twin_draws(game: Game, viewer: Viewer) -> dict[str, Any]:
    """Deal a game's cards otherwise wherever the viewer could not notice.

    That is: tickets that others did not choose, their secret personal objectives, and the tickets
    of rounds that were never played.
    """
    dealt: dict[str, Any] = {what: list(cards) for what, cards in draws(game.log).items()}
    edition, hands, deck = edition_of(game), dealt["departure_tickets"], dealt["deck"]
    chosen = {player.deal.choice for player in game.last.players}
    spare = [at for at, card in enumerate(hands) if card not in chosen and at // 2 != viewer]
    exchange(hands, spare, {*range(1, edition.departures + 1)} - {*hands})
    if edition.id in SECRET_CITIES:
        others = [seat for seat in range(game.seats) if seat != viewer]
        cards = dealt["personal_objectives"]
        exchange(cards, others, {*edition.personal} - {*cards})
    deck[game.last.round.number :] = reversed(deck[game.last.round.number :])
    return dealt


def exchange(cards: list[Any], places: list[int], unused: set[Any]) -> None:
    """Move the cards at some places one place on; the first gets an unused one, if there is any."""
    taken = [cards[at] for at in places]
    fresh = sorted(unused)[:1] or taken[-1:]
    for at, card in zip(places, [*fresh, *taken], strict=False):
        cards[at] = card


def look(game: Game, state: State, events: tuple[Event, ...], viewer: Viewer) -> Any:
    edition = edition_of(game)
    return view(edition, state, viewer), [event_view(edition, each, viewer) for each in events]
