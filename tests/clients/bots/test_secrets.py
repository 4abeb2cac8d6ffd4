"""Bots do not peek: other secrets, the same decision."""

from random import Random
from typing import Any

import pytest

from clients.bots.choosing import Chooser, choose_greedily, for_playouts, search_with
from clients.bots.search import Search
from clients.bots.thinking import open_mind
from services.rules.core.types import JsonObject
from tests.clients.bots.tables import asked, disguised, turns, view

TABLES = [("gob-new-york", 2), ("gob-london", 4), ("gob-rome", 3), ("otu-new-york", 2),
          ("otu-paris", 3)]  # fmt: skip
LEVELS = {"greedy": choose_greedily, "search": search_with(lambda: for_playouts(8))}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_does_not_change_with_what_is_hidden(level: str, name: str, seats: int) -> None:
    choose: Chooser = LEVELS[level]
    for state, seat in list(turns(name, seats))[1:5]:
        other = disguised(name, state, seat, "other secrets")
        assert other != state
        assert choose(asked(name, other, seat)) == choose(asked(name, state, seat))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("gob-rome", 2), ("otu-paris", 2)])
def test_a_bot_that_peeked_would_be_found_out(name: str, seats: int) -> None:
    decisions = []
    for state, seat in list(turns(name, seats))[:8]:
        pair = [state, *(disguised(name, state, seat, str(number)) for number in range(3))]
        decisions.append({str(peeking(name, each, seat)) for each in pair})
    assert max(map(len, decisions)) > 1


def peeking(name: str, state: Any, seat: int) -> JsonObject:
    """Search in the true state instead of those that may be true."""
    seen = view(name, state, seat)
    mind = open_mind(seen)
    setattr(mind, "rebuild", lambda _view, _chance: state)  # noqa: B010 (a spy)
    chosen: Any = Search(mind, seen, Random(1)).choose(for_playouts(8))  # noqa: S311
    return chosen  # type: ignore[no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_decision_does_not_depend_on_those_before(name: str, seats: int) -> None:
    (state, seat), *others = list(turns(name, seats))[1:4]
    choose = LEVELS["search"]
    first = choose(asked(name, state, seat))
    for other, its_seat in others:
        choose(asked(name, other, its_seat))
    assert choose(asked(name, state, seat)) == first
