"""Replay: each way in which a log can fail to lead to what it claims."""

from typing import Any

import pytest

from services.rules.core.errors import DrawError, MoveError, ReplayError, RulesError
from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned
from services.rules.core.replay import replay
from services.rules.families.get_on_board.events import (
    DepartureChosen,
    GameEnded,
    RoutePlotted,
    TicketRevealed,
)
from tests.support import Game, carefully, play


@pytest.fixture(scope="module")
def game() -> Game:
    return play("gob-rome", 3, "replay", carefully("replay"))


def replayed(game: Game, log: list[Any]) -> Any:
    return replay(game.family, game.edition, game.seats, log)


def refusal_of(game: Game, log: list[Any]) -> RulesError:
    with pytest.raises(RulesError) as refusal:
        replayed(game, log)
    return refusal.value


def place(game: Game, kind: type[Any]) -> int:
    """Find the first event of a kind."""
    return next(at for at, event in enumerate(game.log) if isinstance(event, kind))


def with_event(game: Game, at: int, event: Any) -> list[Any]:
    return [*game.log[:at], event, *game.log[at + 1 :]]


def test_a_log_is_replayed_without_drawing_again(game: Game) -> None:
    assert replayed(game, game.log) == game.last


def test_a_log_may_stop_after_any_move(game: Game) -> None:
    at = place(game, RoutePlotted)
    step = next(step for step in game.steps if step.events[0] is game.log[at])
    assert replayed(game, game.log[: at + 1]) == step.after


def test_an_empty_log_is_refused(game: Game) -> None:
    assert refusal_of(game, []).code == "impossible_draw"


def test_a_log_that_stops_within_the_set_up_is_refused(game: Game) -> None:
    first_move = place(game, DepartureChosen)
    for at in range(first_move):
        assert refusal_of(game, game.log[:at]).code in ("impossible_draw", "replay_mismatch")
    assert replayed(game, game.log[:first_move]) == game.first


def test_an_event_that_follows_from_no_move_is_refused(game: Game) -> None:
    at = place(game, TicketRevealed)
    error = refusal_of(game, [*game.log[: at + 1], game.log[at], *game.log[at + 1 :]])
    assert isinstance(error, ReplayError)
    assert error.code == "replay_mismatch"
    assert error.detail == f"event {at + 1} follows from no move"


def test_an_event_that_is_missing_at_the_end_is_refused(game: Game) -> None:
    error = refusal_of(game, game.log[:-1])
    assert isinstance(error, ReplayError)
    assert error.detail == f"event {len(game.log) - 1} is missing: {game.log[-1]!r}"


def test_an_event_that_came_out_differently_is_refused(game: Game) -> None:
    at = place(game, RoutePlotted)
    told = game.log[at]._replace(crowd=game.log[at].crowd + 1)
    error = refusal_of(game, with_event(game, at, told))
    assert isinstance(error, ReplayError)
    assert error.detail == f"event {at} is {told!r}, but the rules give {game.log[at]!r}"


def test_an_event_of_another_kind_with_the_same_values_is_refused(game: Game) -> None:
    impostor = CardsDrawn(*game.log[0][:2])
    assert isinstance(game.log[0], GameStarted)
    twin = type("Twin", (tuple,), {})(game.log[0])
    assert twin == game.log[0]
    for other in (impostor, twin):
        assert refusal_of(game, with_event(game, 0, other)).code == "replay_mismatch"


def test_a_changed_path_is_refused(game: Game) -> None:
    tried = 0
    for step in game.steps:
        at = next(n for n, event in enumerate(game.log) if event is step.events[0])
        if not isinstance(game.log[at], RoutePlotted) or game.log[at].round > 6:
            continue
        for option in game.family.legal_moves(game.edition, step.before, step.seat):
            if option.move != step.move:
                told = game.log[at]._replace(path=option.move.path, metro=option.move.metro)
                error = refusal_of(game, with_event(game, at, told))
                assert isinstance(error, ReplayError | MoveError)
                tried += 1
    assert tried > 50


def test_a_move_of_another_seat_is_refused(game: Game) -> None:
    at = place(game, RoutePlotted)
    told = game.log[at]._replace(seat=2)
    assert refusal_of(game, with_event(game, at, told)).code == "not_your_turn"


def test_a_move_after_the_end_is_refused(game: Game) -> None:
    assert isinstance(game.log[-1], GameEnded)
    assert refusal_of(game, [*game.log, PlayerResigned(0)]).code == "game_over"


def test_a_draw_that_the_cards_cannot_give_is_refused(game: Game) -> None:
    for at, event in enumerate(game.log):
        if isinstance(event, CardsDrawn):
            twice = (*event.cards[:-1], event.cards[0])
            error = refusal_of(game, with_event(game, at, event._replace(cards=twice)))
            assert isinstance(error, DrawError)
            assert error.what == event.what


def test_a_deck_in_another_order_is_refused(game: Game) -> None:
    at = next(n for n, event in enumerate(game.log) if getattr(event, "what", "") == "deck")
    first, second, *rest = game.log[at].cards
    for cards in ((second, first, *rest), (first, second, *reversed(rest))):
        told = game.log[at]._replace(cards=cards)
        assert isinstance(refusal_of(game, with_event(game, at, told)), ReplayError | MoveError)
