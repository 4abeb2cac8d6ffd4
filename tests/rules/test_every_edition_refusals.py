"""What every edition must refuse, and that a refusal changes nothing: turns and leaving."""

from typing import Any

import pytest

from services.rules.core.errors import (
    GameOverError,
    NotYourTurnError,
)
from services.rules.core.family import AnyFamily, Edition
from tests.rules.games import (
    RESIGN,
    careful_games,
    edition_and_family,
    every_edition,
    every_table,
    moments,
    refused,
    several_games,
    standings,
)

NOWHERE = (-1, 99)


@pytest.mark.slow
@every_table
def test_a_move_out_of_turn_is_refused(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for step in game.steps:
            waiting = set(range(seats)) - set(game.family.to_play(step.before))
            document = game.family.move_to_json(step.move)
            for seat in (*waiting, *NOWHERE):
                error = refused(game.family, game.edition, step.before, seat, document)
                assert isinstance(error, NotYourTurnError)
                assert error.code == "not_your_turn"


@pytest.mark.slow
@every_table
def test_the_same_move_made_twice_in_a_row_is_refused_unless_it_is_legal_again(
    name: str, seats: int
) -> None:
    refusals = 0
    for game in several_games(name, seats):
        for step in game.steps[:-1]:
            document = game.family.move_to_json(step.move)
            error = refused(game.family, game.edition, step.after, step.seat, document)
            legal = game.family.legal_moves(game.edition, step.after, step.seat).moves
            assert (error is None) == (step.move in legal)
            if error is not None:
                assert error.code in ("not_your_turn", "illegal_move")
                refusals += 1
    assert refusals


@pytest.mark.slow
@every_table
def test_nothing_can_be_played_after_the_end(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        documents = [game.family.move_to_json(step.move) for step in game.steps]
        for document in (*documents, RESIGN):
            for seat in (*range(seats), *NOWHERE):
                error = refused(game.family, game.edition, game.last, seat, document)
                assert isinstance(error, GameOverError)
                assert error.code == "game_over"


@pytest.mark.slow
@pytest.mark.rule("GOB-X9", "OTU-X6")
@every_table
def test_any_seat_in_the_game_may_resign_at_any_moment(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        family, edition = game.family, game.edition
        move = family.move_from_json(RESIGN)
        for state in moments(game)[:-1]:
            for seat, standing in enumerate(standings(family, edition, state)):
                if standing != "playing":
                    continue
                after, events = family.apply(edition, state, seat, move)
                assert standings(family, edition, after)[seat] == "resigned"
                assert seat not in family.to_play(after)
                assert family.move_of(events[0]) == (seat, move)


@pytest.mark.slow
@pytest.mark.rule("GOB-X9", "OTU-X6")
@every_table
def test_who_is_out_cannot_resign_any_more(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        family, edition = game.family, game.edition
        for number, before in enumerate(moments(game)[:-1]):
            state = all_resign(family, edition, before, [number % seats])
            if not family.to_play(state):
                continue
            out = [s for s, how in enumerate(standings(family, edition, state)) if how != "playing"]
            assert out
            for seat in out:
                error = refused(family, edition, state, seat, RESIGN)
                assert isinstance(error, NotYourTurnError)


@every_edition
@pytest.mark.parametrize("seat", NOWHERE)
def test_a_seat_that_is_not_at_the_table_cannot_resign(name: str, seat: int) -> None:
    edition, family = edition_and_family(name)
    game = careful_games(name, edition.players[0])[0]
    error = refused(family, edition, game.first, seat, RESIGN)
    assert isinstance(error, NotYourTurnError)


@pytest.mark.slow
@pytest.mark.rule("GOB-X9", "OTU-X6")
@every_table
def test_when_everybody_resigns_the_game_is_over(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        family, edition = game.family, game.edition
        for number, state in enumerate(moments(game)[:-1]):
            order = [(number + step) % seats for step in range(seats)]
            end = all_resign(family, edition, state, order)
            assert family.to_play(end) == ()
            assert family.outcome(edition, end)["finished"] is True


def all_resign(family: AnyFamily, edition: Edition, state: Any, order: list[int]) -> Any:
    """Let everybody resign who still can; who leaves last in a last round ends the game."""
    for seat in order:
        if family.to_play(state) and standings(family, edition, state)[seat] == "playing":
            state, _ = family.apply(edition, state, seat, family.move_from_json(RESIGN))
    return state


@pytest.mark.slow
@pytest.mark.rule("GOB-X9", "GOB-X6", "OTU-X6")
@every_table
def test_the_last_one_left_plays_on_to_the_end(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    family, edition = game.family, game.edition
    for last in range(seats):
        state = game.first
        for seat in set(range(seats)) - {last}:
            state, _ = family.apply(edition, state, seat, family.move_from_json(RESIGN))
        turns = 0
        while family.to_play(state):
            assert family.to_play(state) == (last,)
            option = family.legal_moves(edition, state, last)[0]
            state, _ = family.apply(edition, state, last, option.move)
            turns += 1
        assert turns
        assert [standing != "resigned" for standing in standings(family, edition, state)] == [
            seat == last for seat in range(seats)
        ]
