"""Somebody leaves in the middle: a bot plays on, and the result says who has left."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any, Final

import httpx
import orjson
import pytest

from services.rules.app.verify_record import verify_record
from services.rules.editions import load_editions
from tests.e2e.guests import Guest, play_table
from tests.servers import wait_until
from tests.service import Running

WAIT: Final = 120.0
pytestmark = pytest.mark.slow


@pytest.fixture
def guests(service: Running) -> Iterator[list[Guest]]:
    """Let three people come in."""
    with ExitStack() as stack:
        people = [Guest(service, name) for name in ("Ana", "Ben", "Cem")]
        for guest in people:
            stack.callback(guest.close)
        yield people


def begun(guests: list[Guest]) -> Any:
    """Let them sit down at a table that bots may help out at."""
    host, *others = guests
    table = host.lobby("POST", "/tables", game="gob-rome", most=3, takeover=True)
    for guest in others:
        guest.lobby("POST", f"/tables/{table['id']}/seats")
    return host.lobby("GET", f"/tables/{table['id']}")


def test_a_bot_plays_the_seat_of_a_guest_who_leaves_and_the_guest_forfeits(
    service: Running, guests: list[Guest]
) -> None:
    chance, (ana, ben, cem) = Random(4), guests  # noqa: S311
    table = begun(guests)
    address, seats = table["playing"]["address"], [seat["player"] for seat in table["seats"]]
    for guest in (ana, ben, cem, ana):
        guest.move(address, chance)
    left = ben.rules("POST", f"{address}/resignation")
    assert left.json()["events"][0]["event"]["type"] == "seat_handed_over"
    assert standings(service, table) == ["playing", "resigned", "playing"]
    stay = {ana.id: ana, cem.id: cem}
    play_table({"address": address, "seats": table["seats"]}, stay, chance)

    record = orjson.loads(ana.rules("GET", f"{address}/record").content)
    assert verify_record(load_editions(), record)["finished"]
    assert [each["seat"] for each in record["standing_in"]] == [seats.index(ben.id)]
    after = [each["number"] for each in record["log"]].index(left.json()["events"][0]["number"] + 1)
    moved = {each["event"].get("seat") for each in record["log"][after:]}
    assert seats.index(ben.id) in moved

    wait_until(lambda: ana.lobby("GET", f"/tables/{table['id']}")["status"] == "finished", WAIT)
    result = ana.lobby("GET", f"/tables/{table['id']}")["result"]
    at = seats.index(ben.id)
    assert (result["standings"][at], result["totals"][at]) == ("resigned", None)
    assert at not in result["winners"]
    assert result["standings"].count("resigned") == 1
    assert rated(service, ana) == rated(service, cem) == 1
    assert rated(service, ben) == 0


def standings(service: Running, table: Any) -> list[str]:
    """Say how the seats stand while the game is played."""
    game = table["playing"]["id"]
    score = httpx.get(f"{service.url}/scoring/v1/games/{game}/score").json()
    assert not score["final"]
    return [seat["standing"] for seat in score["seats"]]


def rated(service: Running, guest: Guest) -> int:
    """Count the games that somebody was rated by."""
    found = httpx.get(f"{service.url}/scoring/v1/players/{guest.id}/ratings").json()
    return max((each["games"] for each in found["ratings"]), default=0)
