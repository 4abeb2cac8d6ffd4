"""The whole path of a third party: register, a tournament, every game, standings, every record."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final

import httpx
import orjson
import pytest

from services.plumbing.connections import connect
from services.rules.app.verify_record import verify_record
from services.rules.editions import load_editions
from services.scoring.store.redis import RedisResults
from tests.e2e.guests import Guest, Party
from tests.servers import wait_until
from tests.service import WORKERS, Running

WAIT: Final = 300.0
GUESTS: Final = 8
ROUNDS: Final = 3
pytestmark = pytest.mark.slow


Welcome = Callable[[str], Guest]


@pytest.fixture
def welcome(service: Running) -> Iterator[Welcome]:
    """Give what lets guests register; they go when the test is over."""
    with ExitStack() as stack:

        def come(name: str) -> Guest:
            guest = Guest(service, name)
            stack.callback(guest.close)
            return guest

        yield come


def tournament(guests: list[Guest], **body: Any) -> str:
    """Make a tournament that all enter, and start it."""
    host = guests[0]
    made = host.lobby("POST", "/tournaments", name="Eight", format="swiss", **body)
    for guest in guests:
        guest.lobby("POST", f"/tournaments/{made['id']}/entries")
    host.lobby("POST", f"/tournaments/{made['id']}/start")
    return str(made["id"])


def finished(guest: Guest, id_: str) -> bool:
    return bool(guest.lobby("GET", f"/tournaments/{id_}")["stage"] == "finished")


def games_of(guest: Guest, id_: str) -> list[Any]:
    """Give all tables of a tournament."""
    export = guest.lobby("GET", f"/tournaments/{id_}/export")
    return [table for each in export["rounds"] for table in each["tables"]]


def test_eight_guests_play_a_tournament_and_every_record_is_true(
    service: Running, welcome: Welcome
) -> None:
    guests = [welcome(f"Guest {number}") for number in range(GUESTS)]
    id_ = tournament(guests, game="gob-paris-rome", size=4, rounds=ROUNDS)
    with Party(guests, id_, seed=1) as party:
        wait_until(lambda: finished(guests[0], id_) or party.broken, WAIT)
    tables = games_of(guests[0], id_)
    assert [table["status"] for table in tables] == ["finished"] * (ROUNDS * 2)
    standings = guests[0].lobby("GET", f"/tournaments/{id_}/standings")
    assert {row["player"] for row in standings["rows"]} == {guest.id for guest in guests}
    assert sum(row["points"] for row in standings["rows"]) == 6 * len(tables)
    editions = load_editions()
    for table in tables:
        record = guests[0].rules("GET", f"{table['address']}/record")
        assert record.json()["game"] == table["game"]
        assert verify_record(editions, orjson.loads(record.content))["finished"]
        score = httpx.get(f"{service.url}/scoring/v1/games/{table['game']}/score").json()
        assert [seat["rank"] for seat in score["seats"]] == [
            seat["rank"] for seat in table["seats"]
        ]


@pytest.mark.deep  # so does make soak, for longer
def test_a_tournament_goes_on_while_its_workers_are_killed(
    service: Running, welcome: Welcome
) -> None:
    guests = [welcome(f"Sturdy {number}") for number in range(4)]
    id_ = tournament(guests, game="gob-rome", size=2, sizes=[2], rounds=3)
    with Party(guests, id_, seed=2) as party:
        for _ in range(3):
            for name in ("lobby", "rules", "scoring"):
                service.kill(name)
                service.start(name, WORKERS[name])
        wait_until(lambda: finished(guests[0], id_) or party.broken, WAIT)
    tables = games_of(guests[0], id_)
    assert [table["status"] for table in tables] == ["finished"] * 6
    results = RedisResults(connect(service.store.url))
    stored = [orjson.loads(each)["message"]["game"] for each in results.results("gob-rome", 0, 999)]
    assert sorted(set(stored) & {table["game"] for table in tables}) == sorted(
        table["game"] for table in tables
    )
    assert len(stored) == len(set(stored))


def test_somebody_who_never_comes_forfeits_and_stops_nobody(welcome: Welcome) -> None:
    *guests, absent = [welcome(f"Punctual {number}") for number in range(4)]
    clock = {"seconds_per_turn": 5, "on_expiry": "resign"}
    id_ = tournament([*guests, absent], game="gob-rome", size=2, sizes=[2], rounds=2, clock=clock)
    with Party(guests, id_, seed=3) as party:
        wait_until(lambda: finished(guests[0], id_) or party.broken, WAIT)
    seats = [seat for table in games_of(guests[0], id_) for seat in table["seats"]]
    missed = [seat["standing"] for seat in seats if seat["player"] == absent.id]
    assert missed == ["resigned", "resigned"]
    rows = guests[0].lobby("GET", f"/tournaments/{id_}/standings")["rows"]
    assert [row["forfeits"] for row in rows] == [0, 0, 0, 2]
    assert rows[-1]["player"] == absent.id


def test_bots_fill_a_tournament_and_it_finishes_with_nobody_touching_it(welcome: Welcome) -> None:
    host = welcome("Host")
    made = host.lobby(
        "POST", "/tournaments", name="Bots", format="knockout", game="gob-rome", size=2, sizes=[2]
    )
    path = f"/tournaments/{made['id']}"
    for level, count in {"random": 2, "greedy": 3, "search": 3}.items():
        host.lobby("POST", f"{path}/bots", count=count, level=level)
    host.lobby("POST", f"{path}/start")
    wait_until(lambda: finished(host, made["id"]), WAIT)
    rounds = host.lobby("GET", f"{path}/export")["rounds"]
    assert [len(each["tables"]) for each in rounds] == [4, 2, 1]
    seats = [seat for table in rounds[0]["tables"] for seat in table["seats"]]
    levels = sorted(seat["player"].partition(".")[2].split("-")[0] for seat in seats)
    assert levels == ["greedy"] * 3 + ["random"] * 2 + ["search"] * 3
    assert "resigned" not in {seat["standing"] for seat in seats}


def test_a_revoked_token_is_refused_by_the_rules_within_seconds(welcome: Welcome) -> None:
    guest = welcome("Gone")
    table = guest.lobby("POST", "/tables", game="gob-rome", most=2)
    playing = guest.lobby("POST", f"/tables/{table['id']}/bots")["playing"]
    assert guest.rules("GET", playing["address"]).json()["seat"] == 0
    token = guest.lobby("GET", "/me")["token"]["id"]
    guest.lobby("DELETE", f"/tokens/{token}")
    wait_until(lambda: guest.rules("GET", playing["address"]).status_code == 401, 10)
