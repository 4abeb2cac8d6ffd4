"""What every edition must do, whatever its family: set-up, purity, documents, determinism."""

import json
from typing import Any

import pytest

from services.rules.core.chance import Seeded
from services.rules.core.errors import SeatsError, StateError
from tests.rules.games import (
    careful_games,
    edition_and_family,
    every_edition,
    every_table,
    moments,
    several_games,
    standings,
    through_json,
)
from tests.support import at_random, play

MOST_BYTES = 6144


@every_table
def test_a_game_starts_with_everybody_playing(name: str, seats: int) -> None:
    edition, family = edition_and_family(name)
    state, events = family.new_game(edition, seats, Seeded("start"))
    assert standings(family, edition, state) == ["playing"] * seats
    assert family.to_play(state)
    assert events
    assert all(family.move_of(event) is None for event in events)


@pytest.mark.rule("GOB-S1", "OTU-S1")
@every_edition
@pytest.mark.parametrize("seats", range(-1, 9))
def test_only_the_allowed_numbers_of_players_may_start(name: str, seats: int) -> None:
    edition, family = edition_and_family(name)
    if seats in edition.players:
        state, _ = family.new_game(edition, seats, Seeded("seats"))
        assert len(standings(family, edition, state)) == seats
        return
    with pytest.raises(SeatsError) as refusal:
        family.new_game(edition, seats, Seeded("seats"))
    assert refusal.value.code == "wrong_number_of_players"


@pytest.mark.slow
@every_table
def test_a_move_leaves_the_state_before_it_alone(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        family, edition = game.family, game.edition
        for step in game.steps:
            document = json.dumps(family.state_to_json(edition, step.before))
            text = repr(step.before)
            options = [o.move for o in family.legal_moves(edition, step.before, step.seat)]
            after, _ = family.apply(edition, step.before, step.seat, step.move)
            assert after != step.before
            assert json.dumps(family.state_to_json(edition, step.before)) == document
            assert repr(step.before) == text
            again = [o.move for o in family.legal_moves(edition, step.before, step.seat)]
            assert again == options


@pytest.mark.slow
@every_table
def test_a_state_is_frozen(name: str, seats: int) -> None:
    state = careful_games(name, seats)[0].last
    assert hash(state) == hash(careful_games(name, seats)[0].last)
    fields = [each for each in dir(state) if not each.startswith("_")]
    data = [each for each in fields if not callable(getattr(state, each))]
    assert data
    for each in data:
        with pytest.raises(AttributeError):
            setattr(state, each, None)


@every_table
def test_states_of_a_game_can_be_told_apart_in_a_set(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        assert len(set(moments(game))) == len(game.steps) + 1


@pytest.mark.slow
@every_table
def test_every_state_survives_json(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for state in moments(game):
            document = through_json(game.family.state_to_json(game.edition, state))
            back = game.family.state_from_json(game.edition, document)
            assert type(back) is type(state)
            assert back == state
            assert repr(back) == repr(state)  # the inner types too


@every_table
def test_every_move_survives_json(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for step in game.steps:
            back = game.family.move_from_json(through_json(game.family.move_to_json(step.move)))
            assert type(back) is type(step.move)
            assert back == step.move


@every_table
def test_every_event_survives_json(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for event in game.log:
            back = game.family.event_from_json(through_json(game.family.event_to_json(event)))
            assert type(back) is type(event)
            assert repr(back) == repr(event)


@every_table
def test_views_and_outcomes_are_json(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for state in (game.first, game.steps[len(game.steps) // 2].after, game.last):
            for viewer in (*range(seats), None):
                view = game.family.view(game.edition, state, viewer)
                assert through_json(view) == view
            outcome = game.family.outcome(game.edition, state)
            assert through_json(outcome) == outcome


@every_table
def test_a_state_read_back_plays_on_exactly_the_same(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        half = len(game.steps) // 2
        document = through_json(game.family.state_to_json(game.edition, game.steps[half].before))
        state = game.family.state_from_json(game.edition, document)
        for step in game.steps[half:]:
            options = game.family.legal_moves(game.edition, state, step.seat)
            assert step.move in [option.move for option in options]
            state, events = game.family.apply(game.edition, state, step.seat, step.move)
            assert (state, events) == (step.after, step.events)


@every_table
def test_a_stored_state_that_is_not_whole_is_refused(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    document = through_json(game.family.state_to_json(game.edition, game.last))
    for key in document:
        torn = {other: value for other, value in document.items() if other != key}
        with pytest.raises(StateError) as refusal:
            game.family.state_from_json(game.edition, torn)
        assert refusal.value.code == "bad_document"


@every_table
def test_a_stored_state_with_a_stranger_to_play_is_refused(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    document = through_json(game.family.state_to_json(game.edition, game.first))
    document["to_play"] = [seats]
    with pytest.raises(StateError):
        game.family.state_from_json(game.edition, document)


@every_table
def test_a_state_fits_into_six_kilobytes(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for state in moments(game):
            document = game.family.state_to_json(game.edition, state)
            assert len(json.dumps(document, separators=(",", ":")).encode()) <= MOST_BYTES


@pytest.mark.slow
@every_table
def test_every_legal_move_is_accepted(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    for step in game.steps:
        for seat in game.family.to_play(step.before):
            for option in game.family.legal_moves(game.edition, step.before, seat):
                after, events = game.family.apply(game.edition, step.before, seat, option.move)
                assert after != step.before
                assert game.family.move_of(events[0]) == (seat, option.move)


@pytest.mark.slow
@every_table
def test_the_list_of_legal_moves_is_json_and_its_moves_can_be_sent_back(
    name: str, seats: int
) -> None:
    for number, game in enumerate(several_games(name, seats)):
        for step in game.steps[number::3]:
            for option in game.family.legal_moves(game.edition, step.before, step.seat):
                document: dict[str, Any] = option.to_json()
                assert through_json(document) == document
                assert document["move"] == game.family.move_to_json(option.move)
                assert game.family.move_from_json(document["move"]) == option.move


@every_table
def test_only_seats_that_may_move_have_legal_moves(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for state in moments(game):
            able = [s for s in range(seats) if game.family.legal_moves(game.edition, state, s)]
            assert able == sorted(game.family.to_play(state))


@pytest.mark.slow
@every_table
def test_the_same_seed_gives_the_same_game(name: str, seats: int) -> None:
    first = play(name, seats, "twice", at_random("choices"))
    second = play(name, seats, "twice", at_random("choices"))
    assert first.log == second.log
    assert first.last == second.last


@every_table
def test_different_seeds_give_different_games(name: str, seats: int) -> None:
    edition, family = edition_and_family(name)
    starts = {family.new_game(edition, seats, Seeded(f"seed {n}"))[0] for n in range(50)}
    assert len(starts) == 50
