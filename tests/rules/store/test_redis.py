"""What only the store in Redis has: keys on a node, scripts, connections that fail."""

from random import Random
from time import monotonic

import orjson
import pytest
from redis.crc import key_slot

from deploy.embedded import Embedded
from services.contracts.ids import ENGINES
from services.plumbing.callers import Request
from services.plumbing.connections import StoreError, connect
from services.rules.app.expire_turn import expire_turn
from services.rules.store import keys
from services.rules.store.ports import Place, Repeated, Stale, Written
from services.rules.store.redis import RECEIPT_SECONDS, RedisGames
from services.rules.store.redis_signals import FORGET, RedisEngines, RedisNews
from tests.rules.app.bench import MINUTE, bench, documents, to_play
from tests.rules.store.samples import RECEIPT, SETTLED, change, created, new_game, new_place
from tests.rules.store.test_signals import engine
from tests.servers import connected, everything_in

QUICKLY = 1.0
"""Seconds in which nobody loses patience."""


@pytest.fixture
def games(server: Embedded) -> RedisGames:
    return RedisGames(connected(server))


@pytest.mark.slow
def test_a_refused_change_leaves_every_key_as_it_was(own_server: Embedded) -> None:
    client = connected(own_server)
    games = RedisGames(client)
    place = created(games, deadline=1_000)
    games.write(place, change(deadline=2_000, messages=(b"m",), key="key", receipt=RECEIPT))
    before = everything_in(client)
    wanted = change(0, deadline=3, messages=(b"m",), key="other", receipt=RECEIPT)
    assert isinstance(games.write(place, wanted), Stale)
    assert isinstance(games.write(place, wanted._replace(expected=1, key="key")), Repeated)
    assert not games.create(place, new_game(deadline=4))
    assert everything_in(client) == before
    assert len(before) == 5


@pytest.mark.slow
def test_all_keys_of_a_game_are_on_one_node_of_a_cluster(own_server: Embedded) -> None:
    client = connected(own_server)
    at = bench(RedisGames(client))
    place = at.create("gob-rome", 2, clock=MINUTE)
    seen = {*client.scan_iter()}
    table = at.table(place)
    seat = to_play(table)[0]
    at.move(place, seat, documents(table, seat)[0], Request("r", "key", "f"))
    at.play(place, Random(1), 5)  # noqa: S311
    seen |= {*client.scan_iter()}
    at.time.turn(61)
    expire_turn(at.rules, place, Request("clock"))
    at.play(place, Random(1))  # noqa: S311
    seen |= {*client.scan_iter()}
    kinds = {key.decode().split("}:")[1].split(":")[0] for key in seen}
    assert kinds == {"game", "log", "receipt", "deadlines", "outbox"}
    assert len({key_slot(key) for key in seen}) == 1


def test_the_games_of_an_edition_are_spread_over_the_nodes() -> None:
    places = [new_place()._replace(edition="gob-rome") for _ in range(400)]
    slots = {key_slot(keys.game_key(place).encode()) for place in places}
    assert len(slots) == keys.SHARDS


def test_receipts_are_kept_for_a_day_and_games_for_good(
    games: RedisGames, server: Embedded
) -> None:
    place, client = created(games), connected(server)
    games.write(place, change(key="key", receipt=RECEIPT))
    games.reserve(place.game, RECEIPT)
    for name in (keys.receipt_key(place, "key"), keys.reserved_key(place.game)):
        assert RECEIPT_SECONDS - 60 < client.ttl(name) <= RECEIPT_SECONDS
    assert client.ttl(keys.game_key(place)) == client.ttl(keys.log_key(place)) == -1


def test_a_server_without_the_scripts_is_given_them_again(
    games: RedisGames, server: Embedded
) -> None:
    place = created(games)
    games.write(place, change())
    connected(server).script_flush()
    assert games.write(place, change(1)) == Written()


def test_a_game_that_is_older_than_told_turns_is_read_without_them(
    games: RedisGames, server: Embedded
) -> None:
    place, client = created(games), connected(server)
    document = orjson.loads(client.hget(keys.game_key(place), "settled"))
    assert document.pop("tell_turns") is False
    client.hset(keys.game_key(place), "settled", orjson.dumps(document))
    stored = games.read(place)
    assert stored is not None
    assert stored.settled == SETTLED
    assert stored.settled.tell_turns is False


@pytest.mark.parametrize("url", ["unix:///nowhere/valkey.sock", "redis://127.0.0.1:1/0"])
def test_a_server_that_is_not_there_is_a_store_error_at_once(url: str) -> None:
    games, place, begun = RedisGames(connect(url)), Place("tram", "game"), monotonic()
    engines, news = RedisEngines(connect(url)), RedisNews(url, ["tram"])
    for ask in (
        games.ping,
        lambda: games.read(place),
        lambda: games.read(place, "key"),
        lambda: games.create(place, new_game()),
        lambda: games.write(place, change()),
        lambda: games.events(place, 0, 10),
        lambda: games.overdue("tram", 1),
        lambda: games.outbox("tram", 1),
        lambda: games.reserve("key", RECEIPT),
        lambda: engines.up(1.0),
        lambda: engines.announce([], 1.0),
        lambda: news.next(5),
    ):
        with pytest.raises(StoreError):
            ask()
    assert monotonic() - begun < QUICKLY


@pytest.mark.slow
def test_engines_that_were_killed_are_forgotten_by_those_who_announce_not_who_read(
    own_server: Embedded,
) -> None:
    engines, client = RedisEngines(connected(own_server)), connected(own_server)
    engines.announce([engine("killed")], until=100.0)
    assert engines.up(1_000_000.0) == []
    assert client.zcard(ENGINES) == 1
    engines.announce([engine("alive")], until=100.0 + FORGET)
    assert client.zcard(ENGINES) == 1
    assert engines.up(99.0) == [engine("alive")]


@pytest.mark.slow
def test_the_same_client_goes_on_after_the_server_was_killed(own_server: Embedded) -> None:
    games, news = RedisGames(connected(own_server)), RedisNews(own_server.url, ["tram"])
    place = Place("tram", "game")
    games.create(place, new_game())
    news.next(1)
    assert games.write(place, change(messages=(b"m",))) == Written()
    assert place in [news.next(1) for _ in range(2)]
    own_server.kill()
    with pytest.raises(StoreError):
        games.write(place, change(1))
    with pytest.raises(StoreError):
        news.next(0)
    own_server.start()
    news.next(0)
    assert games.write(place, change(1)) == Written()
    assert games.events(place, 3, 10) == [b"of version 1", b"of version 2"]
    assert place in [news.next(1) for _ in range(2)]


@pytest.mark.slow
def test_what_was_answered_is_there_after_a_power_cut(own_server: Embedded) -> None:
    games = RedisGames(connected(own_server))
    place = created(games, deadline=5)
    games.write(place, change(deadline=6, messages=(b"m",), key="key", receipt=RECEIPT))
    before, dump = games.read(place, "key"), everything_in(connected(own_server))
    own_server.kill()
    own_server.start()
    assert games.read(place, "key") == before
    assert everything_in(connected(own_server)) == dump
