"""What only a cluster shows: games on many nodes, nodes that die, slots that move under games."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest
from redis.crc import key_slot

from deploy.embedded import Embedded
from services.plumbing.connections import StoreError, connect
from services.rules.store.keys import game_key
from services.rules.store.ports import Place, Written
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisNews
from tests.cluster import Cluster, running_cluster
from tests.rules.store.samples import change, created, new_game, new_place
from tests.servers import wait_until

TAKEN_OVER = 20.0
"""Seconds in which a replica has taken over."""


def placed(games: RedisGames, cluster: Cluster, node: Embedded, edition: str) -> Place:
    """Store a game that belongs to a node."""
    tried = (new_place()._replace(edition=edition) for _ in range(1_000))
    place = next(each for each in tried if cluster.owner(game_key(each)) is node)
    games.create(place, new_game())
    return place


def writes(games: RedisGames, place: Place, version: int) -> bool:
    """Try to write a version."""
    try:
        return games.write(place, change(version)) == Written()
    except StoreError:
        return False


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Cluster]:
    """Run a cluster whose first node has a replica, for one test alone."""
    with running_cluster(tmp_path, replicas=1, patience=1_500, fsync="always") as running:
        yield running


@pytest.mark.slow
def test_the_games_of_an_edition_are_on_all_nodes(cluster: Cluster) -> None:
    games, edition = RedisGames(connect(cluster.url)), new_place().edition
    for _ in range(60):
        games.create(new_place()._replace(edition=edition), new_game())
    kept = [[key for key in cluster.keys(node) if edition in key] for node in cluster.nodes]
    assert sum(map(len, kept)) == 2 * 60
    assert min(map(len, kept)) > 0


@pytest.mark.slow
def test_when_a_node_dies_its_replica_has_what_was_answered_and_the_others_go_on(
    mortal: Cluster,
) -> None:
    dying, other, _, replica = mortal.nodes
    games, news = RedisGames(connect(mortal.url)), RedisNews(mortal.url, ["tram"])
    here, there = (placed(games, mortal, node, "tram") for node in (dying, other))
    news.next(1)
    for version in range(50):
        assert games.write(here, change(version, messages=(b"%d" % version,))) == Written()
    dying.kill()
    assert not writes(games, here, 50)
    assert writes(games, there, 0)
    games.ping()
    wait_until(lambda: mortal.owner(game_key(here)) is replica, TAKEN_OVER)
    mortal.wait_until_whole()
    assert writes(games, here, 50)  # the node that is gone was not sent anything
    assert writes(games, here, 51)
    kept = games.read(here)
    assert kept is not None
    assert (kept.version, len(games.events(here, 0, 1_000))) == (52, 3 + 52)
    assert sorted(int(each.message) for each in games.outbox("tram", 2**53)) == [*range(50)]
    listen_again(news)
    games.write(here, change(52))
    assert here in [news.next(1) for _ in range(3)]
    dying.start()  # as a replica of the one that has taken over
    assert writes(games, here, 53)
    news.close()


def listen_again(news: RedisNews) -> None:
    """Hear what there was meanwhile; if the node that was listened to has died, hear another."""
    until = monotonic() + TAKEN_OVER
    while monotonic() < until:
        try:
            while news.next(0.2):
                pass
        except StoreError:
            continue
        return


@pytest.mark.slow
def test_a_game_goes_on_while_its_slot_moves_to_and_fro(cluster: Cluster) -> None:
    games = RedisGames(connect(cluster.url))
    place, over = created(games), Event()
    slot, home = key_slot(game_key(place).encode()), cluster.owner(game_key(place))
    away = next(node for node in cluster.nodes if node is not home)
    counted = [0]

    def play() -> None:
        while not over.is_set():
            counted[0] += writes(games, place, counted[0])

    player = Thread(target=play)
    player.start()
    for source, target in ((home, away), (away, home)) * 3:
        played = counted[0]
        cluster.begin_to_move(slot, source, target)
        cluster.move_keys(slot, source, target)
        cluster.end_to_move(slot, source, target)
        wait_until(lambda: counted[0] > played + 3, TAKEN_OVER)  # noqa: B023 - asked at once
    over.set()
    player.join()
    assert [*games.events(place, 3, 100_000)] == [
        b"of version %d" % (version + 1) for version in range(counted[0])
    ]
