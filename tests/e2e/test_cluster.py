"""The platform with its data on a cluster and its queues on a server of their own."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import orjson
import pytest

from deploy.embedded import Embedded
from services.plumbing.connections import connect
from services.rules.store.keys import game_key
from services.rules.store.redis import RedisGames
from tests.cluster import Cluster, running_cluster
from tests.e2e.crew import Crew, Ledger
from tests.e2e.guests import Guest
from tests.e2e.players import Client
from tests.e2e.results import is_final
from tests.e2e.stored import check_answers, check_numbers, check_snapshot
from tests.servers import connected, wait_until
from tests.service import Running, running_service

WAIT: Final = 60.0
PROGRAMS: Final = 4
GAMES: Final = 24
MOVES: Final = 6

pytestmark = pytest.mark.slow


class Site(NamedTuple):
    """The platform, and its cluster, the first node of which has a replica."""

    service: Running
    cluster: Cluster

    def ledger_on(self, node: Embedded, crew: Crew) -> Ledger:
        """Find a game that a node has."""
        return next(
            each for each in crew.ledgers if self.cluster.owner(game_key(each.game.place)) is node
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the platform of this file; `running_service` gives the queues a plain server."""
    folder = tmp_path_factory.mktemp("e2e")
    with (
        running_cluster(folder / "nodes", replicas=1, fsync="always", patience=2_000) as cluster,
        running_service(folder, REDIS_URL=cluster.url, WORKERS="1") as service,
    ):
        yield Site(service, cluster)


def test_bots_play_a_tournament_and_everything_is_where_it_belongs(site: Site) -> None:
    host = Guest(site.service, "Host")
    made = host.lobby(
        "POST", "/tournaments", name="Bots", format="knockout", game="gob-rome", size=2, sizes=[2]
    )
    path = f"/tournaments/{made['id']}"
    host.lobby("POST", f"{path}/bots", count=4, level="random")
    host.lobby("POST", f"{path}/start")
    wait_until(lambda: host.lobby("GET", path)["stage"] == "finished", WAIT)
    host.close()
    names = [name for node in site.cluster.nodes for name in site.cluster.keys(node)]
    assert {name.partition(":")[0] for name in names} == {"rules", "scoring", "lobby"}
    queues = [key.decode() for key in connected(site.service.store).scan_iter(count=1000)]
    assert {name.partition(":")[0] for name in queues} >= {"rq"}
    assert not [name for name in queues if "{" in name]
    assert site.service.failures() == []


def test_a_node_dies_while_games_are_played(site: Site) -> None:
    service, cluster = site
    dying, other = cluster.nodes[:2]
    with Crew(service, PROGRAMS, GAMES, MOVES) as crew, Client(service) as client:
        wait_until(lambda: crew.answered >= GAMES * MOVES // 2 or not crew.busy, WAIT)
        here, there = (site.ledger_on(node, crew) for node in (dying, other))
        dying.kill()
        refused = client.send("GET", here.game.path)
        assert (refused.status, refused.json()["code"]) == (503, "store_unavailable")
        assert client.send("GET", there.game.path).status == 200
        assert client.send("GET", "/readyz").status == 200
    games = RedisGames(connect(cluster.url))
    for ledger in crew.ledgers:
        check_answers(games, ledger.game, ledger.answers)
        check_numbers(games, ledger.game)
        check_snapshot(games, ledger.game)
    assert len(crew.ledgers) == GAMES
    assert crew.unanswered > 0
    with Client(service) as client:
        for ledger in crew.ledgers:
            if not ledger.to_play:
                game = ledger.game.place.game
                wait_until(lambda: is_final(client, game), WAIT)  # noqa: B023 - asked at once
        assert client.send("GET", here.game.path).status == 200
    assert "internal_error" not in service.log()
    told = [line for line in service.log().splitlines() if "Traceback" in line]
    for line in told:  # a job has met the dead node; it comes again
        assert orjson.loads(line)["logger"] == "rq.worker"
        assert "connections.StoreError" in line
