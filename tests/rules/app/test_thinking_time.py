"""How long somebody thought stands beside the move, for those who look at a game later."""

from random import Random
from typing import Any, Final

import orjson
import pytest

from services.plumbing.callers import Request
from services.plumbing.feed import Ending, Wanted
from services.rules.app.feed import Feed
from services.rules.app.play_move import MoveRequest, play_move
from services.rules.app.read_events import read_page, read_stream
from services.rules.app.read_record import read_record
from services.rules.app.resign import resign
from services.rules.app.verify_record import verify_record
from services.rules.app.view_game import look_at
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Games, Place
from tests.rules.app.bench import NOBODY, ONCE, Bench, bench, documents, player, to_play
from tests.rules.games import every_edition
from tests.support import EDITIONS

MANY: Final = 10_000
KEYED: Final = Request("request", "key", "body")


def think(at: Bench, place: Place, thinking_ms: int | None, request: Request = ONCE) -> Any:
    """Let somebody move who has thought so long."""
    table = at.table(place)
    seat = to_play(table)[0]
    wanted = MoveRequest(table.stored.version, documents(table, seat)[0], thinking_ms)
    return orjson.loads(play_move(at.rules, player(seat), place, wanted, request))


def leave(at: Bench, place: Place) -> None:
    """Let everybody leave, so that there is a record."""
    while to_play(at.table(place)):
        resign(at.rules, player(to_play(at.table(place))[0]), place, ONCE)


def thoughts(entries: list[Any]) -> list[tuple[int, int]]:
    """Give the versions whose thinking time is known."""
    return [(each["version"], each["thinking_ms"]) for each in entries if "thinking_ms" in each]


@every_edition
def test_it_stands_beside_the_event_that_records_the_move(name: str, at: Bench) -> None:
    place, family = at.create(name, EDITIONS[name].edition.players[0]), EDITIONS[name].family
    at.play(place, Random(1), 3)  # noqa: S311
    think(at, place, 1_500)
    (entry,) = [each for each in at.log(place) if "thinking_ms" in each]
    assert (entry["version"], entry["thinking_ms"]) == (4, 1_500)
    assert family.move_of(family.event_from_json(entry["event"])) is not None
    assert "thinking_ms" not in entry["event"]


def test_both_stores_keep_it_for_the_answer_the_pages_the_stream_and_the_record(
    games: Games,
) -> None:
    at = bench(games)
    place = at.create("gob-rome", 2)
    answers = [think(at, place, thought) for thought in (0, None, 86_400_000)]
    found = [*map(thoughts, (answer["events"] for answer in answers))]
    assert found == [[(1, 0)], [], [(3, 86_400_000)]]
    leave(at, place)
    look, feed = look_at(at.rules, NOBODY, place), Feed(games, MemoryGames().news(), 0.05)
    page: Any = read_page(at.rules, feed, look, Wanted(0, MANY, 0))
    stream: list[Any] = [*read_stream(feed, look, Wanted(0, MANY, 0), 1.0)]
    record: Any = read_record(at.rules, NOBODY, place)
    for entries in (page["items"], stream[:-1], record["log"]):
        assert thoughts(entries) == [(1, 0), (3, 86_400_000)]
    assert isinstance(stream[-1], Ending)


@pytest.mark.parametrize("thought", [None, 700])
def test_a_record_is_true_with_it_and_without(at: Bench, thought: int | None) -> None:
    place = at.create("otu-paris", 3)
    think(at, place, thought)
    leave(at, place)
    record: Any = orjson.loads(orjson.dumps(read_record(at.rules, NOBODY, place)))
    assert verify_record(EDITIONS, record) == record["outcome"]
    assert thoughts(record["log"]) == ([] if thought is None else [(1, thought)])


def test_it_changes_nothing_else_about_a_game(at: Bench) -> None:
    """Two games of one seed differ in nothing but what their players said of themselves."""
    places = [at.create("gob-rome", 2), at.create("gob-rome", 2)]
    for place, thought in zip(places, (None, 5), strict=True):
        think(at, place, thought)
    plain, timed = map(at.log, places)
    for entry in timed:
        entry.pop("thinking_ms", None)
    assert plain == timed
    assert at.table(places[0]).state == at.table(places[1]).state


def test_a_move_that_comes_again_keeps_the_first_thought(at: Bench) -> None:
    place = at.create("gob-rome", 2)
    table = at.table(place)
    moves = documents(table, 0)
    first, again = (
        play_move(at.rules, player(0), place, MoveRequest(0, moves[0], thought), KEYED)
        for thought in (10, 20)
    )
    assert first == again
    assert thoughts(at.log(place)) == [(1, 10)]
