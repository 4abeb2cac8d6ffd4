"""The log of every edition's games: replaying it gives the game, and tampering with it shows."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.rules.core.errors import RulesError
from services.rules.core.replay import replay
from tests.rules.games import RESIGN, every_table, several_games, through_json
from tests.support import Game

MOST_PLACES = 100
MOST_CHANGES = 200
"""How many changed logs of a game are tried at the most, or about so."""


@pytest.mark.slow
@every_table
def test_a_log_replays_to_the_same_state(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        again = replay(game.family, game.edition, seats, game.log)
        assert again == game.last
        assert repr(again) == repr(game.last)


@pytest.mark.slow
@every_table
def test_a_log_that_went_through_json_replays_to_the_same_state(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        log = read(game, through_json(written(game)))
        assert log == game.log
        assert repr(replay(game.family, game.edition, seats, log)) == repr(game.last)


@pytest.mark.slow
@every_table
def test_every_beginning_of_a_log_replays_to_its_moment(name: str, seats: int) -> None:
    game = several_games(name, seats)[0]
    at = len(game.log) - sum(len(step.events) for step in game.steps)
    assert replay(game.family, game.edition, seats, game.log[:at]) == game.first
    for step in game.steps:
        at += len(step.events)
        assert replay(game.family, game.edition, seats, game.log[:at]) == step.after


@pytest.mark.slow
@every_table
def test_a_log_with_resignations_replays_too(name: str, seats: int) -> None:
    game = several_games(name, seats)[0]
    family, edition = game.family, game.edition
    half = len(game.steps) // 2
    done = sum(len(step.events) for step in game.steps[half:])
    state, log = game.steps[half].before, game.log[:-done]
    while family.to_play(state):
        seat = family.to_play(state)[-1]
        state, events = family.apply(edition, state, seat, family.move_from_json(RESIGN))
        log.extend(events)
    assert replay(family, edition, seats, log) == state


@pytest.mark.slow
@every_table
def test_a_log_with_an_event_dropped_is_refused(name: str, seats: int) -> None:
    game = several_games(name, seats)[0]
    for at in some_places(game):
        with pytest.raises(RulesError):
            replay(game.family, game.edition, seats, game.log[:at] + game.log[at + 1 :])


@pytest.mark.slow
@every_table
def test_a_log_with_an_event_twice_is_refused(name: str, seats: int) -> None:
    game = several_games(name, seats)[0]
    for at in some_places(game):
        with pytest.raises(RulesError):
            replay(game.family, game.edition, seats, game.log[: at + 1] + game.log[at:])


@pytest.mark.slow
@every_table
def test_a_log_with_any_value_changed_is_refused(name: str, seats: int) -> None:
    game = several_games(name, seats)[-1]
    documents = written(game)
    everything = [(at, new) for at, document in enumerate(documents) for new in changes(document)]
    assert len(everything) > 5 * len(documents)
    for at, tampered in everything[:: max(3, len(everything) // MOST_CHANGES | 1)]:
        log = [*documents[:at], tampered, *documents[at + 1 :]]
        with pytest.raises(RulesError):
            replay(game.family, game.edition, seats, read(game, log))


@every_table
def test_a_log_of_another_number_of_players_is_refused(name: str, seats: int) -> None:
    game = several_games(name, seats)[0]
    for other in set(range(-1, 9)) - {seats}:
        with pytest.raises(RulesError):
            replay(game.family, game.edition, other, game.log)


def some_places(game: Game) -> range:
    """Give places all over a log: every one of a short log, every few of a long one."""
    return range(0, len(game.log), 1 + len(game.log) // MOST_PLACES)


def written(game: Game) -> list[Any]:
    """Write a log down."""
    return [game.family.event_to_json(event) for event in game.log]


def read(game: Game, documents: list[Any]) -> list[Any]:
    """Read a log back."""
    return [game.family.event_from_json(document) for document in documents]


def changes(value: Any) -> Iterator[Any]:
    """Change one value somewhere in a document, each in turn, to one it cannot have."""
    match value:
        case dict():
            for key, item in value.items():
                yield from ({**value, key: other} for other in changes(item))
        case list():
            for at, item in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in changes(item))
        case bool():
            yield not value
        case _:
            yield value + 1000 if isinstance(value, int) else f"{value}?"
