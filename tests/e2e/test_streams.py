"""Events as they happen, for hundreds at once: nobody misses one, and nobody waits for another."""

import resource
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import cycle, islice
from typing import Any, Final

import pytest

from services.plumbing.http.streams import HEARTBEAT
from tests.e2e.metrics import metric
from tests.e2e.players import Client, Game, together
from tests.e2e.streams import Stream, followed, watch
from tests.servers import wait_until
from tests.service import WEB, Running, running_service
from tests.support import EDITIONS

STREAMS: Final = 500
GAMES: Final = 12
MOVES: Final = 16
LONG: Final = 130
"""Moves whose events are more than a kernel keeps for one who does not read."""
PROGRAMS: Final = 4
WAIT: Final = 60.0

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the service with a single process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * STREAMS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (2 * STREAMS, hard))
    folder = tmp_path_factory.mktemp("e2e")
    with running_service(folder, workers=["rules"], WORKERS="1") as running:
        yield running


def viewers(game: Game) -> list[str | None]:
    """List everybody who may look: the seats, and a spectator."""
    return [*game.players, None]


def play_all(service: Running, games: list[Game], moves: int) -> None:
    """Let several programs play some games at the same time, and end them."""

    def act(program: int) -> None:
        with Client(service) as client:
            own = games[program::PROGRAMS]
            for _ in range(moves):
                for game in own:
                    client.play(game, 1)
            for game in own:
                client.end(game)

    together(PROGRAMS, act)


def test_five_hundred_streams_of_one_process_get_every_event_in_order(
    service: Running, client: Client
) -> None:
    games = [client.create(edition) for edition in islice(cycle(EDITIONS), GAMES)]
    everybody = [(game, viewer) for game in games for viewer in viewers(game)]
    audience = list(islice(cycle(everybody), STREAMS))
    streams = [watch(service, client, *each) for each in audience]
    with followed(streams):
        wait_until(lambda: metric(client, "rules_streams") == STREAMS, WAIT)
        play_all(service, games, MOVES)
        wait_until(lambda: all(stream.ended for stream in streams), WAIT)
    pages = {each: client.events(*each) for each in everybody}
    assert min(len(page) for page in pages.values()) > MOVES
    for each, stream in zip(audience, streams, strict=True):
        assert stream.items == pages[each]
        assert stream.ending == {"reason": "finished", "next": len(pages[each])}
    wait_until(lambda: metric(client, "rules_streams") == 0, WAIT)


def test_a_stream_is_as_its_viewer_may_see_it(service: Running, client: Client) -> None:
    game = client.create("gob-london")
    client.play(game, 6)
    shown: list[Any] = []
    for viewer in viewers(game):
        with closing(watch(service, client, game, viewer, query="wait=0")) as stream:
            stream.read_on()
            shown.append(stream.items)
            assert stream.items == client.events(game, viewer)
    assert [shown.count(each) for each in shown] == [1] * len(shown)


def test_one_who_never_reads_hurts_nobody(service: Running, client: Client) -> None:
    game, other = client.create("otu-paris"), client.create("gob-rome")
    stuck = [watch(service, client, game, slow=True) for _ in range(3)]
    streams = [watch(service, client, each) for each in (game, other) for _ in range(10)]
    with ExitStack() as stack:
        for stream in stuck:
            stack.enter_context(closing(stream))
        stack.enter_context(followed(streams))
        assert client.play(game, LONG) == LONG
        client.end(game)
        assert client.play(other, 4) == 4
        client.end(other)
        wait_until(lambda: all(stream.ended for stream in streams), WAIT)
        assert all(stream.items == client.events(game) for stream in streams[:10])
        assert metric(client, "rules_streams") == len(stuck)  # the kernel did not take all for them
        for stream in stuck:
            stream.read_on()
            assert stream.items == client.events(game)


def test_a_stream_that_is_cut_again_and_again_loses_and_doubles_nothing(
    service: Running, client: Client
) -> None:
    game, got = client.create("otu-new-york"), list[Any]()
    for _ in range(10):
        with closing(watch(service, client, game, "p0", last=len(got))) as stream:
            client.play(game, 3)
            stream.read_on(b"id: %d\n" % (len(got) + 2))
            got += stream.items
    with closing(watch(service, client, game, "p0", last=len(got), query="after=0")) as stream:
        client.end(game)
        stream.read_on()
        assert got + stream.items == client.events(game, "p0")


def test_a_stream_on_which_nothing_happens_gives_signs_of_life_until_time_is_up(
    service: Running, client: Client
) -> None:
    game = client.create("gob-rome")
    query = f"wait={int(HEARTBEAT) + 2}"
    with closing(watch(service, client, game, query=query)) as stream:
        stream.read_on(b"\n\n: alive\n\n")
        assert not stream.ended
        stream.read_on()
        assert stream.received.count(b": alive\n\n") == 1
        assert stream.ending == {"reason": "wait", "next": len(stream.items)}
        assert stream.items == client.events(game)


def test_a_stream_ends_when_enough_was_sent(service: Running, client: Client) -> None:
    game = client.create("gob-rome")
    with closing(watch(service, client, game, query="limit=2&after=1")) as stream:
        stream.read_on()
        assert [item["number"] for item in stream.items] == [2, 3]
        assert stream.ending == {"reason": "limit", "next": 3}


def test_a_stream_of_a_finished_game_gives_what_there_is_and_ends(
    service: Running, client: Client
) -> None:
    game = client.create("gob-rome")
    client.end(game)
    events = client.events(game)
    for after in (0, len(events)):
        with closing(watch(service, client, game, query=f"after={after}")) as stream:
            stream.read_on()
            assert stream.items == events[after:]
            assert stream.ending == {"reason": "finished", "next": len(events)}


def test_streams_go_on_when_the_store_was_killed(service: Running, client: Client) -> None:
    game = client.create("otu-paris")
    streams = [watch(service, client, game, viewer) for viewer in viewers(game)]
    with followed(streams):
        client.play(game, 5)
        service.store.kill()
        service.store.start()
        client.play(game, 5)
        client.end(game)
        wait_until(lambda: all(stream.ended for stream in streams), WAIT)
    for viewer, stream in zip(viewers(game), streams, strict=True):
        assert stream.items == client.events(game, viewer)
        assert stream.ending["reason"] == "finished"


def test_a_server_that_is_told_to_stop_says_so_on_every_stream(
    service: Running, client: Client
) -> None:
    game = client.create("gob-rome")
    streams = [watch(service, client, game) for _ in range(20)]
    with followed(streams):
        wait_until(lambda: metric(client, "rules_streams") == len(streams), WAIT)
        web = service.processes["web"]
        web.terminate()
        wait_until(lambda: all(stream.ended for stream in streams), WAIT)
        assert web.wait(WAIT) == 0
    service.start("web", WEB)
    service.wait_until_ready()
    events = client.events(game)
    for stream in streams:
        assert stream.items == events
        assert stream.ending == {"reason": "closing", "next": len(events)}


def test_somebody_who_hangs_up_is_not_counted_any_more(service: Running, client: Client) -> None:
    game = client.create("gob-rome")
    streams: list[Stream] = [watch(service, client, game) for _ in range(5)]
    wait_until(lambda: metric(client, "rules_streams") == len(streams), WAIT)
    for stream in streams:
        stream.close()
    wait_until(lambda: metric(client, "rules_streams") == 0, WAIT)


@pytest.mark.deep
def test_one_who_never_reads_is_let_go(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("e2e")
    running = running_service(folder, workers=[], WORKERS="1", UNREAD="2")
    with running as hasty, Client(hasty) as it:
        game = it.create("otu-paris")
        with closing(watch(hasty, it, game, slow=True)):
            it.play(game, LONG)
            wait_until(lambda: metric(it, "rules_streams") == 0, WAIT)
