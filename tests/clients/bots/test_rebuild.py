"""States that are rebuilt from a view: they fit it, they can be played, and they guess."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from clients.bots.thinking import open_mind
from tests.clients.bots.tables import scenes, turns, view
from tests.support import EDITIONS, TABLES_OF_PLAYERS, carefully, play

every_table = pytest.mark.parametrize(("name", "seats"), TABLES_OF_PLAYERS)


def rebuilt(name: str, state: Any, viewer: int, seed: str = "rebuilt") -> Any:
    """Rebuild a state from what a seat sees of it."""
    seen = view(name, state, viewer)
    return open_mind(seen).rebuild(seen, Random(seed))  # noqa: S311


def played(name: str, state: Any, seed: str) -> Iterator[Any]:
    """Play a game to its end."""
    entry, choose = EDITIONS[name], carefully(seed)
    while to_play := entry.family.to_play(state):
        move = choose(entry.family.legal_moves(entry.edition, state, to_play[0])).move
        state, _ = entry.family.apply(entry.edition, state, to_play[0], move)
        yield state


@pytest.mark.slow
@every_table
def test_a_rebuilt_state_looks_the_same_to_the_seat(name: str, seats: int) -> None:
    for number, state in enumerate(scenes(name, seats)):
        for viewer in range(seats):
            again = rebuilt(name, state, viewer, str(number))
            assert view(name, again, viewer) == view(name, state, viewer)


@pytest.mark.slow
@every_table
def test_a_rebuilt_state_survives_being_written_down(name: str, seats: int) -> None:
    entry = EDITIONS[name]
    for state in scenes(name, seats):
        again = rebuilt(name, state, 0)
        document = json.loads(json.dumps(entry.family.state_to_json(entry.edition, again)))
        assert entry.family.state_from_json(entry.edition, document) == again


@pytest.mark.slow
@every_table
def test_the_seat_has_the_same_legal_moves_in_a_rebuilt_state(name: str, seats: int) -> None:
    entry = EDITIONS[name]
    for state, seat in turns(name, seats):
        again = rebuilt(name, state, seat)
        moves = [
            [option.to_json() for option in entry.family.legal_moves(entry.edition, each, seat)]
            for each in (state, again)
        ]
        assert moves[0] == moves[1]
        assert moves[0]


@pytest.mark.slow
@every_table
def test_a_rebuilt_state_can_be_played_to_the_end(name: str, seats: int) -> None:
    for number, (state, seat) in enumerate(turns(name, seats)):
        if number % 3:
            continue
        *_, last = played(name, rebuilt(name, state, seat), str(number))
        seen = view(name, last, seat)
        assert seen["phase"] == "finished"


@pytest.mark.slow
@every_table
def test_what_is_hidden_is_another_thing_each_time(name: str, seats: int) -> None:
    state = scenes(name, seats)[1]
    decks = {rebuilt(name, state, 0, str(seed)).setup.deck for seed in range(5)}
    assert len(decks) == 5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 5])
def test_what_the_others_hold_is_another_thing_each_time(seats: int) -> None:
    state = scenes("gob-london", seats)[1]
    drawn = [rebuilt("gob-london", state, 0, str(seed)).players for seed in range(9)]
    for other in range(1, seats):
        assert len({players[other].deal.hand for players in drawn}) > 1
        assert len({players[other].deal.personal for players in drawn}) > 1
    assert {players[0] for players in drawn} == {state.players[0]}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("gob-new-york", 2), ("gob-london", 4)])
def test_a_guessed_objective_has_the_letters_that_its_line_reached(name: str, seats: int) -> None:
    guessed = 0
    for number in range(6):
        steps = play(name, seats, str(number), carefully(str(number))).steps
        for at, step in enumerate(steps):
            again = rebuilt(name, step.after, 0, str(at))
            for true, drawn in zip(step.after.players[1:], again.players[1:], strict=True):
                if true.deal.personal == drawn.deal.personal and true.sheet.personal:
                    assert drawn.sheet.personal == true.sheet.personal
                    guessed += 1
    assert guessed > 5


def test_the_secret_objectives_of_others_are_other_ones_each_time() -> None:
    state = scenes("otu-paris", 3)[0]
    drawn = [rebuilt("otu-paris", state, 1, str(seed)).setup.secrets for seed in range(9)]
    assert {secrets[1] for secrets in drawn} == {state.setup.secrets[1]}
    assert len({secrets[0] for secrets in drawn}) > 1
    assert all(len({card for cards in secrets for card in cards}) == 6 for secrets in drawn)


def test_every_card_that_is_not_open_may_still_come() -> None:
    state = scenes("otu-new-york", 2)[2]
    again = rebuilt("otu-new-york", state, 0)
    assert sorted(again.setup.deck) == sorted(state.setup.deck)
    assert again.drawn == state.drawn
    names = [station.id for station in EDITIONS["otu-new-york"].edition.network.stations]  # type: ignore[attr-defined]
    drawn = [names.index(card) for card in again.setup.deck[: again.drawn]]
    assert all(drawn.count(card) >= again.open.count(card) for card in again.open)
