"""A dry run: what a move would do, as the list of legal moves has it, and nothing more."""

from random import Random
from typing import Any

import orjson
import pytest

from services.rules.app.list_moves import list_moves
from services.rules.app.play_move import MoveRequest, try_move
from services.rules.core.types import JsonObject
from services.rules.families import get_on_board
from services.rules.store.ports import Place, Stored
from tests.rules.app.bench import Bench, everything, player, to_play
from tests.rules.games import every_edition
from tests.rules.get_on_board import secrets as get_on_board_secrets
from tests.rules.on_the_underground import secrets as on_the_underground_secrets
from tests.support import EDITIONS

MOMENTS = 12


def tried(at: Bench, place: Place, seat: int, move: Any) -> Any:
    """Try a move on the table as it is."""
    wanted = MoveRequest(at.table(place).stored.version, move)
    return orjson.loads(try_move(at.rules, player(seat), place, wanted))


def listed(at: Bench, place: Place, seat: int) -> list[Any]:
    """List the legal moves of a seat."""
    found: Any = list_moves(at.rules, player(seat), place)["moves"]
    return list(found)


def on_the_way(at: Bench, name: str, every: int = 5) -> Any:
    """Play a game, and stop now and then."""
    place, chance = at.create(name, EDITIONS[name].edition.players[-1]), Random(3)  # noqa: S311
    for _ in range(MOMENTS):
        if not to_play(at.table(place)):
            return
        yield place, to_play(at.table(place))[0], chance
        at.play(place, chance, every)


@pytest.mark.slow
@every_edition
def test_a_dry_run_says_what_the_list_says_and_stores_nothing(at: Bench, name: str) -> None:
    for place, seat, chance in on_the_way(at, name):
        before, version = everything(at.games), at.table(place).stored.version
        options = listed(at, place, seat)
        for option in chance.sample(options, min(len(options), 12)):
            assert tried(at, place, seat, option["move"]) == {
                "version": version,
                "dry_run": True,
                "option": option,
            }
        assert everything(at.games) == before


@pytest.mark.parametrize("name", ["otu-new-york", "otu-paris"])
def test_stations_may_be_named_in_either_order(at: Bench, name: str) -> None:
    count = 0
    for place, seat, _ in on_the_way(at, name):
        for option in listed(at, place, seat)[:8]:
            move = option["move"]
            if move["type"] == "place_track":
                turned = {**move, "from": move["to"], "to": move["from"]}
                assert tried(at, place, seat, turned)["option"] == option
                count += 1
    assert count > MOMENTS


@pytest.mark.parametrize("name", [name for name in EDITIONS if name.startswith("gob")])
def test_metro_may_be_left_out_if_it_is_not_used(at: Bench, name: str) -> None:
    for place, seat, _ in on_the_way(at, name):
        for option in listed(at, place, seat)[:8]:
            move = {key: value for key, value in option["move"].items() if value is not False}
            assert tried(at, place, seat, move)["option"] == option


@pytest.mark.slow
@every_edition
def test_a_dry_run_does_not_depend_on_what_the_player_may_not_know(at: Bench, name: str) -> None:
    changed = 0
    for place, seat, _ in on_the_way(at, name, every=1):
        options = listed(at, place, seat)[:12]
        answers = [tried(at, place, seat, option["move"]) for option in options]
        changed += disguise(at, place, seat)
        assert [tried(at, place, seat, option["move"]) for option in options] == answers
    assert changed


def disguise(at: Bench, place: Place, seat: int) -> bool:
    """Change what is hidden from a seat in the store; say whether anything was."""
    table = at.table(place)
    if table.family is get_on_board:
        state: Any = get_on_board_secrets.disguised(table.edition, table.state, seat, "x")  # type: ignore[arg-type]
    else:
        state = on_the_underground_secrets.disguised(table.state, seat, "x")
    document: JsonObject = table.family.state_to_json(table.edition, state)
    held: dict[Place, Stored] = at.games._games  # type: ignore[attr-defined]
    held[place] = held[place]._replace(state=orjson.dumps(document))
    return bool(state != table.state)
