"""Two versions of an edition side by side: running games stay with theirs, new ones are newest."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import orjson
import pytest

from services.contracts.ids import CREATE_JOB, LOBBY_QUEUE, RULES_QUEUE
from services.plumbing.connections import connect
from services.plumbing.queues import Address, RqOutside, queue
from services.rules.store.ports import Place, Stored
from services.rules.store.redis import RedisGames
from tests.e2e.players import GAMES, Client, Game
from tests.e2e.side_by_side import NGINX, ROME, Side, SideBySide, side_by_side
from tests.e2e.streams import watch
from tests.rules.app.orders import order, place_of
from tests.servers import wait_until

WAIT: Final = 60.0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not on the path"),
]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SideBySide]:
    """Run both versions; nothing may go wrong inside."""
    with side_by_side(tmp_path_factory.mktemp("versions")) as running:
        yield running
        for side in (running.old, running.new, running.catalogue):
            assert side.running.failures() == []


@pytest.fixture
def player(both: SideBySide) -> Iterator[Client]:
    """Give somebody who plays through the gateway."""
    with Client(both.gateway) as program:
        yield program


@pytest.fixture
def old_game(both: SideBySide) -> Game:
    """Give a game that was begun when there was only the old version."""
    with Client(replace(both.gateway, url=both.old.url)) as before:
        return before.create(ROME)


def stored(both: SideBySide, game: Game) -> Stored:
    """Read a game."""
    found = RedisGames(connect(both.gateway.store.url)).read(game.place)
    assert found is not None
    return found


def answered(side: Side, path: str, status: int) -> list[str]:
    """Name the methods of requests that a process answered so."""
    lines = [orjson.loads(line) for line in side.running.log().splitlines() if path in line]
    return [line["method"] for line in lines if (line["path"], line["status"]) == (path, status)]


def test_new_games_are_of_the_new_version(both: SideBySide, player: Client) -> None:
    game = player.create(ROME)
    assert player.play(game, 2) == 2
    assert stored(both, game).settled.edition_version == 2
    assert answered(both.new, f"{game.path}/moves", 201) == ["POST"] * 2
    assert answered(both.old, f"{game.path}/moves", 201) == []


def test_an_old_game_is_played_by_the_old_engine_through_the_new_one(
    both: SideBySide, player: Client, old_game: Game
) -> None:
    shown = player.send("GET", old_game.path, "p0")
    assert shown.status == 200
    assert not [
        name for name in shown.headers if "accel" in name.lower() or "inter" in name.lower()
    ]
    tag = shown.headers["ETag"]
    assert player.send("GET", old_game.path, "p0", If_None_Match=tag).status == 304
    assert player.play(old_game, 4) == 4
    found = stored(both, old_game)
    assert (found.settled.edition_version, found.version) == (1, 4)
    moves = f"{old_game.path}/moves"
    assert answered(both.old, moves, 201) == answered(both.new, moves, 404) == ["POST"] * 4


def test_a_repeated_move_of_an_old_game_gets_its_first_answer(
    both: SideBySide, player: Client, old_game: Game
) -> None:
    seat = player.look(old_game)["to_play"][0]
    body = player.idea(old_game, f"p{seat}")
    first, again = (player.move(old_game, f"p{seat}", body) for _ in range(2))
    assert first == again
    assert stored(both, old_game).version == 1


def test_what_the_old_engine_refuses_is_refused_through_the_new_one(
    player: Client, old_game: Game
) -> None:
    body = {"expected_version": 7, "move": {"type": "choose_departure", "ticket": 4}}
    refused = player.send("POST", f"{old_game.path}/moves", "p0", body)
    assert (refused.status, refused.json()["code"]) == (409, "stale_version")
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_the_stream_of_an_old_game_comes_from_the_old_engine(
    both: SideBySide, player: Client, old_game: Game
) -> None:
    stream = watch(both.gateway, player, old_game, "p0")
    try:
        stream.read_on(b"event: game_started")
        player.play(old_game, 1)
        stream.read_on(b'"version":1')
        player.end(old_game)
        stream.read_on()
    finally:
        stream.close()
    assert stream.items == player.events(old_game, "p0")
    assert stream.ending["reason"] == "finished"
    assert answered(both.old, f"{old_game.path}/events", 200)


def test_the_catalogue_lists_the_newest_version_and_serves_none(
    both: SideBySide, player: Client
) -> None:
    (card,) = player.read("/rules/v1/editions")["items"]
    assert (card["id"], card["version"]) == (ROME, 2)
    with Client(replace(both.gateway, url=both.catalogue.url)) as reader:
        refused = reader.send("POST", GAMES.format(ROME), "p0", {"seats": ["p0", "p1"]})
    assert (refused.status, refused.json()["code"]) == (404, "edition_not_served")


def test_games_that_are_wanted_by_queue_are_created_by_the_new_version(both: SideBySide) -> None:
    client, wanted = connect(both.gateway.store.url), [order() for _ in range(12)]
    outside = RqOutside(client, {"create_game.1": Address(RULES_QUEUE, CREATE_JOB)})
    for each in wanted:
        outside.send(orjson.dumps(each))
    answers = queue(client, LOBBY_QUEUE)
    wait_until(lambda: answers.count == len(wanted), WAIT)
    told = {job.args[0]["game"]: job.args[0]["edition_version"] for job in answers.jobs}
    assert told == {each["game"]: 2 for each in wanted}
    assert {place_of(each).edition for each in wanted} == {ROME}


def test_the_clock_of_an_old_game_is_looked_at_by_the_old_worker(both: SideBySide) -> None:
    with Client(replace(both.gateway, url=both.old.url)) as before:
        clock = {"seconds_per_turn": 10, "on_expiry": "resign"}
        made = before.send(
            "POST", GAMES.format(ROME), "p0", {"seats": ["p0", "p1"], "clock": clock}
        )
        assert made.status == 201, made.body
        game = Game(Place(ROME, made.json()["id"]), ("p0", "p1"))
        wait_until(lambda: stored(both, game).version > 0, WAIT)
    assert "games_without_engine" not in both.new.running.log()


def test_when_the_old_engine_is_gone_its_games_are_refused_without_an_address(
    both: SideBySide, player: Client, old_game: Game
) -> None:
    """This is the last test of the file: the old engine does not come back."""
    both.old.running.end("web")
    refused = player.send("GET", old_game.path, "p0")
    assert (refused.status, refused.json()["code"]) == (404, "version_not_served")
    assert both.old.url not in f"{refused.headers}{refused.body.decode()}"
    assert player.play(player.create(ROME), 1) == 1
