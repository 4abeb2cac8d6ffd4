"""People are told what happens: by webhooks that can be trusted, and by the lobby's stream."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import httpx
import orjson
import pytest
from standardwebhooks import Webhook

from tests.e2e.guests import Guest
from tests.lobby.receiver import Receiver, answering, receiving
from tests.servers import wait_until
from tests.service import WORKERS, Running

WAIT: Final = 60.0
EVENTS: Final = "/lobby/v1/events"
pytestmark = pytest.mark.slow


@pytest.fixture
def guest(service: Running) -> Iterator[Guest]:
    """Let somebody register."""
    found = Guest(service, "Ana")
    yield found
    found.close()


def told(receiver: Receiver, secret: str) -> list[Any]:
    """Give what came, in order; a signature that is wrong fails here."""
    signature = Webhook(secret)
    return [signature.verify(each.body, each.headers) for each in receiver.requests]


def play_on(guest: Guest, address: str) -> None:
    """Play until the game is over; the bot plays by itself."""
    chance = Random(1)  # noqa: S311
    wait_until(lambda: not guest.move(address, chance), WAIT)


def test_a_guest_is_called_to_every_turn_and_told_of_the_end(guest: Guest) -> None:
    with receiving(answering(b"204 Taken")) as receiver:
        hook = guest.lobby(
            "POST", "/webhooks", url=receiver.url, types=["your_turn", "game_finished"]
        )
        table = guest.lobby("POST", "/tables", game="gob-rome", most=2)
        playing = guest.lobby("POST", f"/tables/{table['id']}/bots")["playing"]
        wait_until(lambda: told(receiver, hook["secret"]), WAIT)
        play_on(guest, playing["address"])
        wait_until(lambda: told(receiver, hook["secret"])[-1]["type"] == "game_finished", WAIT)
        messages = told(receiver, hook["secret"])
    assert {each["data"]["game"] for each in messages} == {playing["id"]}
    turns = [each["data"]["version"] for each in messages if each["type"] == "your_turn"]
    assert turns[0] == 0
    assert len(turns) == len(set(turns)) > 3
    found = guest.lobby("GET", f"/webhooks/{hook['id']}/deliveries")["items"]
    assert {each["status"] for each in found} == {"delivered"}


def test_what_could_not_be_delivered_comes_again_after_a_pause_under_its_id(
    service: Running, guest: Guest
) -> None:
    with receiving(answering(b"500 Broken")) as receiver:
        hook = guest.lobby("POST", "/webhooks", url=receiver.url, types=["your_turn"])
        table = guest.lobby("POST", "/tables", game="gob-rome", most=2)
        guest.lobby("POST", f"/tables/{table['id']}/bots")
        wait_until(lambda: attempts(guest, hook["id"]), WAIT)
        service.kill("webhooks")
        service.start("webhooks", WORKERS["webhooks"])
        receiver.answer = answering(b"204 Taken")
        first = receiver.requests[0].headers["webhook-id"]
        wait_until(lambda: names(receiver).count(first) > 1, WAIT)


def attempts(guest: Guest, hook: str) -> list[Any]:
    """Give what is known of the attempts to deliver the latest thing to a webhook."""
    found = guest.lobby("GET", f"/webhooks/{hook}/deliveries")["items"]
    return list(found[0]["attempts"]) if found else []


def names(receiver: Receiver) -> list[str]:
    """Give the ids under which things came."""
    return [each.headers["webhook-id"] for each in receiver.requests]


def messages(answer: httpx.Response) -> list[dict[str, str]]:
    """Read a stream to its end."""
    blocks = [block for block in answer.text.split("\n\n") if "data: " in block]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def test_the_stream_of_the_lobby_goes_on_where_it_was_cut(service: Running, guest: Guest) -> None:
    for _ in range(3):
        guest.lobby("POST", "/tables", game="gob-rome")
    with httpx.Client(base_url=service.url, timeout=WAIT) as client:
        whole = client.get(EVENTS, params={"limit": 1000}).json()
        headers = {"Accept": "text/event-stream", "Last-Event-ID": "1"}
        stream = messages(client.get(EVENTS, params={"limit": 2}, headers=headers))
        *events, end = stream
        assert [orjson.loads(each["data"]) for each in events] == whole["items"][1:3]
        assert [each["id"] for each in events] == ["2", "3"]
        assert orjson.loads(end["data"]) == {"reason": "limit", "next": 3}
        last = str(whole["next"])
        with client.stream(
            "GET", EVENTS, params={"limit": 1}, headers={**headers, "Last-Event-ID": last}
        ) as open_one:
            table = guest.lobby("POST", "/tables", game="gob-rome")
            open_one.read()
            first, _ = messages(open_one)
    assert orjson.loads(first["data"])["table"] == table["id"]
