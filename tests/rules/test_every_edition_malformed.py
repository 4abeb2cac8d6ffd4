"""What every edition must refuse because it is no move at all, or not a whole one."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.rules.core.errors import MalformedMoveError
from tests.rules.games import (
    RESIGN,
    careful_games,
    edition_and_family,
    every_edition,
    every_table,
    refused,
    several_games,
)

NOT_MOVES: list[Any] = [
    None,
    True,
    0,
    1.5,
    "x",
    "resign",
    [],
    [RESIGN],
    {},
    {"type": None},
    {"type": 1},
    {"type": []},
    {"type": "teleport"},
    {"type": "Resign"},
    {"kind": "resign"},
    {"type": "resign", "reason": "tired"},
]
OTHER_VALUES: list[Any] = [None, True, 7, 1.5, "x", [], ["x"], [1], [None], [["x"]], {}, {"x": 1}]


@every_edition
@pytest.mark.parametrize("document", NOT_MOVES, ids=repr)
def test_what_is_no_move_at_all_is_refused(name: str, document: Any) -> None:
    _, family = edition_and_family(name)
    with pytest.raises(MalformedMoveError) as refusal:
        family.move_from_json(document)
    assert refusal.value.code == "malformed_move"


@pytest.mark.slow
@every_table
def test_a_move_with_a_field_of_another_type_is_refused(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for step in game.steps[::5]:
            document = game.family.move_to_json(step.move)
            for spoilt in ill_typed(document):
                error = refused(game.family, game.edition, step.before, step.seat, spoilt)
                assert error is not None, spoilt
                assert error.code == "malformed_move"


@every_table
def test_a_move_with_a_field_too_many_is_refused(name: str, seats: int) -> None:
    for step in careful_games(name, seats)[0].steps:
        edition, family = edition_and_family(name)
        document = {**family.move_to_json(step.move), "cheat": True}
        error = refused(family, edition, step.before, step.seat, document)
        assert isinstance(error, MalformedMoveError)


@pytest.mark.slow
@every_table
def test_a_move_with_a_field_missing_is_refused_or_has_a_default(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for step in game.steps:
            document = game.family.move_to_json(step.move)
            for key in document:
                torn = {other: value for other, value in document.items() if other != key}
                error = refused(game.family, game.edition, step.before, step.seat, torn)
                if error is None:
                    options = game.family.legal_moves(game.edition, step.before, step.seat)
                    assert game.family.move_from_json(torn) in [o.move for o in options]
                else:
                    assert key != "type" or error.code == "malformed_move"
                    assert error.code in ("malformed_move", "illegal_move")


@pytest.mark.slow
@every_table
def test_a_move_far_too_large_is_refused(name: str, seats: int) -> None:
    for step in careful_games(name, seats)[0].steps:
        edition, family = edition_and_family(name)
        for blown_up in oversized(family.move_to_json(step.move)):
            error = refused(family, edition, step.before, step.seat, blown_up)
            assert error is not None
            assert error.code in ("malformed_move", "illegal_move")


def ill_typed(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Put into each field in turn values that are not of its type."""
    for key, value in document.items():
        for other in OTHER_VALUES:
            inner = [type(item) for item in other] if isinstance(other, list) else None
            if type(other) is not type(value) or (inner and inner != [str]):
                yield {**document, key: other}


def oversized(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Blow up each field in turn."""
    for key, value in document.items():
        match value:
            case bool():
                continue
            case int():
                yield {**document, key: 10**100}
                yield {**document, key: -(10**100)}
            case str() | list():
                yield {**document, key: value * 5000}
