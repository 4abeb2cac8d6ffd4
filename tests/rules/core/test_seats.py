"""The seats of a table: how many there may be, and who is told that it is not their turn."""

import pytest

from services.rules.core.content import Content
from services.rules.core.errors import (
    EditionError,
    GameOverError,
    MoveError,
    NotYourTurnError,
    SeatsError,
    SetupError,
)
from services.rules.core.seats import (
    FINISHED,
    MOST_SEATS,
    Resign,
    out_of_turn,
    read_players,
    wrong_number,
)
from services.rules.core.types import Json


@pytest.mark.rule("GOB-S1", "OTU-S1")
@pytest.mark.parametrize("players", [[1], [5], [2, 3], [4, 5], [1, 5], [2, 3, 4, 5]])
def test_numbers_of_players_are_read_as_they_stand(players: list[int]) -> None:
    assert read_players(Content({"players": [*players]})) == tuple(players)


@pytest.mark.rule("GOB-S1", "OTU-S1")
@pytest.mark.parametrize(
    "players", [[0], [0, 2], [-1, 3], [6], [2, 6], [3, 2], [2, 2], [2, 4, 3], [2, 3, 3]]
)
def test_numbers_that_no_table_has_are_refused(players: list[int]) -> None:
    with pytest.raises(EditionError) as refusal:
        read_players(Content({"players": [*players]}))
    assert refusal.value.key == "players"
    assert refusal.value.reason == "expected different numbers from 1 to 5, in order"


@pytest.mark.parametrize("players", [None, 3, [], ["2"], [2, 3.0], [True]])
def test_what_is_no_list_of_numbers_is_refused(players: Json) -> None:
    with pytest.raises(EditionError) as refusal:
        read_players(Content({"players": players}))
    assert refusal.value.key == "players"


def test_no_edition_is_for_more_than_five() -> None:
    assert MOST_SEATS == 5


def test_a_table_of_the_wrong_size_is_told_the_right_ones() -> None:
    refusal = wrong_number("Oslo", (2, 3, 5), 4, "OTU-S1")
    assert isinstance(refusal, SeatsError)
    assert isinstance(refusal, SetupError)
    assert refusal.detail == "Oslo is for 2 or 3 or 5 players, not 4"
    assert (refusal.code, refusal.rule) == ("wrong_number_of_players", "OTU-S1")


def test_who_acts_out_of_turn_is_told_why_and_by_which_rule() -> None:
    refusal = out_of_turn("building", "OTU-E1", "seat 1 is to play", "OTU-T1")
    assert type(refusal) is NotYourTurnError
    assert (refusal.detail, refusal.rule) == ("seat 1 is to play", "OTU-T1")
    assert refusal.code == "not_your_turn"


def test_who_acts_after_the_end_is_told_that_the_game_is_over() -> None:
    refusal = out_of_turn(FINISHED, "OTU-E1", "seat 1 is to play", "OTU-T1")
    assert type(refusal) is GameOverError
    assert (refusal.detail, refusal.rule) == ("the game has ended", "OTU-E1")
    assert refusal.code == "game_over"
    assert isinstance(refusal, MoveError)


def test_resigning_needs_no_further_word() -> None:
    assert Resign() == Resign()
    assert Resign._fields == ()
