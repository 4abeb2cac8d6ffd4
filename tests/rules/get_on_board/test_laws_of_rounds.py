"""Laws that every game of Get on Board obeys, however it is played: rounds, moves and the end."""

from itertools import pairwise

import pytest
from hypothesis import given

from services.rules.core.events import PlayerResigned
from services.rules.core.family import LegalMove, LegalMoves
from services.rules.core.seats import FINISHED, PLAYING
from services.rules.families.get_on_board.edition import FAMILY, Edition
from services.rules.families.get_on_board.events import (
    GameEnded,
    ObjectiveCompleted,
    RoutePlotted,
    TicketRevealed,
)
from services.rules.families.get_on_board.moves import PlotRoute
from services.rules.families.get_on_board.state import CHOOSING, State
from tests.rules.games import moments
from tests.rules.random_games import assert_laws, games, laws_of, many_games, some_games
from tests.support import Game, Step, play


def openings(game: Game) -> list[tuple[State, TicketRevealed]]:
    """Give the state in which each round begins, and the event that says so."""
    return [
        (step.after, event)
        for step in game.steps
        for event in step.events
        if isinstance(event, TicketRevealed)
    ]


def playing(state: State, start: int) -> list[int]:
    """Name the seats still playing, clockwise from one of them or from the next."""
    seats = len(state.players)
    order = [(start + step) % seats for step in range(seats)]
    return [seat for seat in order if state.players[seat].standing == PLAYING]


def rounds(game: Game) -> list[tuple[State, list[Step]]]:
    """Give the steps of each round with the state it began in."""
    return [
        (state, [step for step in game.steps if step.before.round.number == opened.round])
        for state, opened in openings(game)
    ]


@pytest.mark.rule("GOB-E1", "GOB-X6")
@some_games
@given(games(FAMILY))
def test_a_game_ends_after_twelve_rounds_or_when_nobody_is_left(game: Game) -> None:
    ended = game.log[-1]
    left = playing(game.last, 0)
    assert isinstance(ended, GameEnded)
    assert game.last.round.phase == FINISHED
    assert ended.ending == ("twelve_rounds" if left else "nobody_left")
    assert game.last.round.number == 12 if left else game.last.round.number <= 12
    assert sum(isinstance(event, GameEnded) for event in game.log) == 1


@pytest.mark.slow
@pytest.mark.rule("GOB-S6", "GOB-R1")
@some_games
@given(games(FAMILY))
def test_the_rounds_reveal_the_tickets_of_the_deck_each_once(game: Game) -> None:
    revealed = [event for _, event in openings(game)]
    tickets = [event.ticket for event in revealed]
    assert [event.round for event in revealed] == list(range(1, len(revealed) + 1))
    assert tuple(tickets) == game.last.setup.deck[: len(tickets)]
    assert sorted(game.last.setup.deck) == list(range(1, 13))
    assert len(tickets) == game.last.round.number


@pytest.mark.rule("GOB-R5", "GOB-X6", "GOB-S7")
@some_games
@given(games(FAMILY))
def test_the_inspector_is_the_next_one_clockwise_who_still_plays(game: Game) -> None:
    last = -1
    for state, opened in openings(game):
        assert state.round.inspector == opened.inspector == playing(state, last + 1)[0]
        assert state.players[opened.inspector].standing == PLAYING
        last = opened.inspector


@pytest.mark.slow
@pytest.mark.rule("GOB-R3", "GOB-X1")
@some_games
@given(games(FAMILY))
def test_in_a_round_everybody_plays_once_clockwise_from_the_inspector(game: Game) -> None:
    for state, steps in rounds(game):
        expected = playing(state, state.round.inspector)
        assert list(state.to_play) == expected
        for step in steps:
            if isinstance(step.events[0], PlayerResigned):
                expected = [seat for seat in expected if seat != step.seat]
                continue
            assert isinstance(step.events[0], RoutePlotted)
            assert step.seat == expected.pop(0)
        assert expected == []


@pytest.mark.rule("GOB-P8", "GOB-X7", "GOB-X9")
@some_games
@given(games(FAMILY))
def test_who_is_out_stays_out_and_nothing_of_theirs_changes(game: Game) -> None:
    for step in game.steps:
        for seat, player in enumerate(step.before.players):
            if player.standing == PLAYING:
                continue
            assert step.after.players[seat] == player
            assert seat != step.seat
            assert seat not in step.before.to_play


@pytest.mark.rule("GOB-X7", "GOB-R4")
@some_games
@given(games(FAMILY))
def test_objectives_are_completed_by_those_who_play_and_after_the_last_turn(game: Game) -> None:
    for step in game.steps:
        completed = [event for event in step.events if isinstance(event, ObjectiveCompleted)]
        for event in completed:
            assert step.after.players[event.seat].standing == PLAYING
            assert step.before.to_play == (step.seat,)
            assert event.objective in step.after.setup.common
            assert (event.objective, event.side) in step.after.players[event.seat].sheet.common


@pytest.mark.rule("GOB-O2")
@some_games
@given(games(FAMILY))
def test_an_objective_is_yellow_in_one_round_and_blue_ever_after(game: Game) -> None:
    sides: dict[str, list[tuple[int, str]]] = {}
    seats: set[tuple[int, str]] = set()
    for step in game.steps:
        for event in step.events:
            if isinstance(event, ObjectiveCompleted):
                number = step.before.round.number
                sides.setdefault(event.objective, []).append((number, event.side))
                assert (event.seat, event.objective) not in seats
                seats.add((event.seat, event.objective))
    for found in sides.values():
        first = found[0][0]
        assert all((side == "yellow") == (number == first) for number, side in found)
    assert set(game.last.round.flipped) == set(sides)


@pytest.mark.rule("GOB-S5")
@some_games
@given(games(FAMILY))
def test_nobody_departs_before_the_last_has_chosen(game: Game) -> None:
    for state in moments(game):
        waiting = [seat for seat in playing(state, 0) if state.players[seat].deal.choice is None]
        departed = [seat for seat, player in enumerate(state.players) if player.line]
        if state.round.phase == CHOOSING:
            assert sorted(state.to_play) == waiting
            assert departed == []
        elif state.round.number:
            assert waiting == []
            assert set(playing(state, 0)) <= set(departed)


@some_games
@given(games(FAMILY))
def test_a_game_has_no_more_moves_than_twelve_rounds_and_the_departures(game: Game) -> None:
    moves = [step for step in game.steps if not isinstance(step.events[0], PlayerResigned)]
    assert len(moves) <= 13 * game.seats
    assert len(game.steps) - len(moves) <= game.seats


@pytest.mark.rule("GOB-X1")
@some_games
@given(games(FAMILY))
def test_legal_moves_are_chains_of_neighbours_and_none_is_listed_twice(game: Game) -> None:
    assert isinstance(game.edition, Edition)
    board = game.edition.board
    for step in game.steps:
        options = game.family.legal_moves(game.edition, step.before, step.seat)
        moves = [option.move for option in options]
        assert len(set(moves)) == len(moves)
        for move in (move for move in moves if isinstance(move, PlotRoute)):
            start = step.before.players[step.seat].line[-1]
            chain = [start, *(board.numbers[name] for name in move.path)]
            assert len(chain) > 1
            assert all(there in board.ways[here] for here, there in pairwise(chain))


@some_games
@given(games(FAMILY))
def test_nobody_who_may_move_is_ever_stuck(game: Game) -> None:
    for state in moments(game)[:-1]:
        assert game.family.to_play(state)
        for seat in game.family.to_play(state):
            assert len(game.family.legal_moves(game.edition, state, seat)) > 0


LAWS = laws_of(globals())


@pytest.mark.deep
@many_games
@given(games(FAMILY))
def test_all_these_laws_hold_in_many_more_games(game: Game) -> None:
    assert len(LAWS) == 11
    assert_laws(LAWS, game)


@pytest.mark.rule("GOB-P9")
def test_a_line_may_need_more_markers_than_the_box_has() -> None:
    tables = (play("gob-london", 4, f"far {number}", farthest) for number in range(50))
    players = (player for game in tables for player in game.last.players)
    assert any(len(player.line) - 1 > 32 and player.standing == PLAYING for player in players)


def farthest(options: LegalMoves) -> LegalMove:
    """Choose a longest path of those that do not eliminate."""
    safe = [option for option in options if not getattr(option, "eliminating", False)]
    return max(safe or list(options), key=lambda option: len(getattr(option.move, "path", ())))
