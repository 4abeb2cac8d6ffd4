"""Events as they happen: followers get every event once and in order, whatever else happens."""

from collections.abc import Iterator
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from deploy.embedded import Embedded
from services.plumbing.connections import StoreError
from services.plumbing.feed import KEPT
from services.rules.app.feed import Feed
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Games, News, Place
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisNews
from tests.rules.app.followers import LONG, PATIENCE, Log, Reader, SilentNews, fed, numbered
from tests.rules.store.samples import new_game, new_place
from tests.servers import connected, wait_until

AT_ONCE = 0.15
"""Seconds; less than the patience after which a log is asked without news."""


class Stage(NamedTuple):
    """A log, and what tells that it grows."""

    log: Log
    news: News

    @property
    def games(self) -> Games:
        """The store."""
        return self.log.games

    @property
    def place(self) -> Place:
        """The game."""
        return self.log.place


def stage(games: Games, place: Place, news: News) -> Stage:
    assert games.create(place, new_game()._replace(events=numbered(1, 3)))
    return Stage(Log(games, place), news)


@pytest.fixture(params=["memory", "redis"])
def scene(request: pytest.FixtureRequest) -> Iterator[Stage]:
    place = new_place()
    if request.param == "memory":
        games = MemoryGames()
        yield stage(games, place, games.news())
    else:
        running: Embedded = request.getfixturevalue("server")
        news = RedisNews(running.url, [place.edition])
        news.next(1)
        yield stage(RedisGames(connected(running)), place, news)


@pytest.fixture
def silent() -> Stage:
    return stage(MemoryGames(), new_place(), SilentNews())


def gets(reader: Reader, last: int, seconds: float = 3) -> None:
    """See that a reader gets everything up to an event, and nothing else."""
    wanted = numbered(reader.after + 1, last)
    wait_until(lambda: len(reader.got) >= len(wanted), seconds)
    assert reader.got == wanted


@pytest.mark.slow
def test_a_follower_gets_what_is_there_and_then_what_comes(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed:
        reader = Reader(feed, scene.place)
        gets(reader, 3)
        for length in range(4, 24):
            scene.log.grow()
            gets(reader, length)


@pytest.mark.slow
def test_a_change_of_several_events_comes_whole(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed:
        reader = Reader(feed, scene.place)
        for length in (8, 13, 18):
            scene.log.grow(5)
            gets(reader, length)


def test_followers_who_begin_in_the_middle_get_the_rest(scene: Stage) -> None:
    scene.log.grow(20)
    with fed(scene.games, scene.news, LONG) as feed:
        readers = [Reader(feed, scene.place, after) for after in (0, 3, 11, 22, 23)]
        for reader in readers:
            gets(reader, 23)
        late = [Reader(feed, scene.place, after) for after in (0, 22)]
        scene.log.grow(2)
        for reader in (*readers, *late):
            gets(reader, 25)


@pytest.mark.slow
def test_a_follower_ahead_of_the_log_gets_what_comes_after_its_event(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed:
        ahead, other = Reader(feed, scene.place, 6), Reader(feed, scene.place, 3)
        for length in range(4, 10):
            scene.log.grow()
            gets(other, length)
        gets(ahead, 9)


def test_a_follower_gets_no_more_at_once_than_it_wants(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed, feed.following(scene.place) as follower:
        assert follower.next(0, 2, 1) == numbered(1, 2)
        assert follower.next(3, 2, 0) == []
        scene.log.grow(5)
        assert follower.next(3, 2, 1) == numbered(4, 5)
        assert follower.next(5, 2, 1) == numbered(6, 7)


@pytest.mark.slow
def test_a_follower_who_fell_behind_what_is_kept_misses_nothing(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed, feed.following(scene.place) as slow:
        assert slow.next(3, 10, 0) == []
        quick = Reader(feed, scene.place, 3)
        for length in range(3 + 50, 3 + 2 * KEPT, 50):
            scene.log.grow(50)
            gets(quick, length)
        got: list[bytes] = []
        while len(got) < len(quick.got):
            got += slow.next(3 + len(got), 7, 1)
        assert got == quick.got


def test_more_new_events_than_are_kept_come_without_a_delay(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed:
        reader = Reader(feed, scene.place, 3)
        scene.log.grow()
        gets(reader, 4)
        scene.log.grow(2 * KEPT + 10)
        gets(reader, 2 * KEPT + 14)


@pytest.mark.slow
def test_a_follower_who_waits_in_vain_gets_nothing_in_time(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed, feed.following(scene.place) as follower:
        begun = monotonic()
        assert follower.next(3, 10, AT_ONCE) == []
        assert AT_ONCE <= monotonic() - begun < 1


@pytest.mark.slow
def test_without_news_the_log_is_asked_after_a_while(silent: Stage) -> None:
    with fed(silent.games, silent.news) as feed:
        reader = Reader(feed, silent.place)
        gets(reader, 3)
        for length in range(4, 7):
            silent.log.grow()
            sleep(PATIENCE / 4)
            gets(reader, length, seconds=10 * PATIENCE)


def test_a_follower_who_does_not_wait_for_long_gets_what_was_not_told(silent: Stage) -> None:
    with fed(silent.games, silent.news, LONG) as feed, feed.following(silent.place) as follower:
        assert follower.next(3, 10, 0.05) == []
        silent.log.grow()
        assert follower.next(3, 10, 0.05) == numbered(4, 4)


@pytest.mark.slow
def test_closing_lets_everybody_go_at_once(scene: Stage) -> None:
    with fed(scene.games, scene.news, LONG) as feed:
        readers = [Reader(feed, scene.place, 3) for _ in range(5)]
        sleep(0.1)
        begun = monotonic()
        feed.close()
        assert all(reader.is_gone() for reader in readers)
        assert monotonic() - begun < 0.4


def test_a_closed_feed_keeps_nobody_waiting(scene: Stage) -> None:
    feed = Feed(scene.games, scene.news)
    feed.close()
    with feed.following(scene.place) as follower:
        assert follower.next(0, 2, LONG) == numbered(1, 2)
        assert follower.next(3, 2, LONG) == []


def test_a_feed_that_ends_closes_its_news(silent: Stage) -> None:
    with fed(silent.games, silent.news):
        pass
    assert isinstance(silent.news, SilentNews)
    assert silent.news.closed.wait(2)


@pytest.mark.slow
def test_the_thread_of_a_closed_feed_ends_in_peace(scene: Stage) -> None:
    with fed(scene.games, scene.news) as feed:
        sleep(0.05)
    assert feed._thread is not None
    feed._thread.join(3)
    assert not feed._thread.is_alive()


def test_a_game_that_nobody_follows_any_more_is_forgotten(scene: Stage) -> None:
    with fed(scene.games, scene.news) as feed:
        with feed.following(scene.place), feed.following(scene.place):
            pass
        assert feed._tails == {}


def test_news_that_comes_while_a_follower_asks_the_log_is_not_lost() -> None:
    """The log is asked, then it grows, and the news is there before the answer is."""
    games, place = MemoryGames(), new_place()
    log = stage(games, place, games.news()).log
    feed = Feed(games, SilentNews(), LONG)

    class Slow(MemoryGames):
        def events(self, at: Place, after: int, limit: int) -> list[bytes]:
            found = games.events(at, after, limit)
            if not found:
                log.grow()
                thread = Thread(target=feed._read_on, args=(place, feed._tails[place]))
                thread.start()
                thread.join(0.2)
            return found

    feed._log = Slow()
    with feed.following(place) as follower:
        assert follower.next(3, 10, 1) == numbered(4, 4)


def test_a_store_that_fails_for_a_while_ends_no_stream() -> None:
    games, place = MemoryGames(), new_place()
    log = stage(games, place, games.news()).log

    class Failing(MemoryGames):
        failures = 3

        def events(self, at: Place, after: int, limit: int) -> list[bytes]:
            if self.failures:
                self.failures -= 1
                raise StoreError("down")
            return games.events(at, after, limit)

    log.grow()
    with fed(Failing(), games.news(), 0.05) as feed, feed.following(place) as follower:
        assert follower.next(3, 10, 2) == numbered(4, 4)


@pytest.mark.slow
def test_followers_go_on_when_the_server_was_killed(own_server: Embedded) -> None:
    place = Place("tram", "game")
    news = RedisNews(own_server.url, [place.edition])
    news.next(1)  # from now on it listens
    scene = stage(RedisGames(connected(own_server)), place, news)
    with fed(scene.games, scene.news, LONG) as feed:
        readers = [Reader(feed, place, after) for after in (0, 2, 3)]
        scene.log.grow()
        for reader in readers:
            gets(reader, 4)
        own_server.kill()
        sleep(0.2)
        own_server.start()
        scene.log.grow(3)
        for reader in readers:
            gets(reader, 7)
        sleep(0.3)  # the feed listens again
        scene.log.grow()
        for reader in readers:
            gets(reader, 8)


@pytest.mark.slow
@pytest.mark.parametrize("lossy", [False, True])
def test_many_followers_at_random_times_get_every_event_once(*, lossy: bool) -> None:
    chance, games, place = Random(7), MemoryGames(), new_place()  # noqa: S311
    news: News = SilentNews() if lossy else games.news()
    log = stage(games, place, news).log
    readers: list[Reader] = []
    with fed(games, news, 0.02 if lossy else LONG) as feed:
        until, length = monotonic() + 1, 3
        while monotonic() < until:
            if len(readers) < 24:
                after = chance.randint(0, length)
                readers.append(Reader(feed, place, after, chance.choice((1, 5, 100))))
            growth = chance.choice((1, 1, 2, 7, 40))
            log.grow(growth)
            length += growth
            sleep(chance.choice((0, 0, 0.001, 0.01)))
        for reader in readers:
            gets(reader, length, seconds=8)
    assert all(reader.is_gone() for reader in readers)
    assert feed._tails == {}
