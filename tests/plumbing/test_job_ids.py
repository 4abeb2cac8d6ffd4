"""Every job is named after its queue, so that a server can tell whose it is."""

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

from services.lobby.worker import queues as lobby
from services.plumbing.connections import Client
from services.plumbing.engines import Version
from services.plumbing.queues import RqOutside, job_id
from services.rules.store.ports import Place
from services.rules.worker import queues as rules
from services.scoring.worker import queues as scoring
from tests.servers import client, server

__all__ = ["client", "server"]

SOON = datetime.now(UTC)
PLACE = Place("gob-rome", "g" * 22)
MESSAGES = {
    "scoring": (rules.ADDRESSES, "game_finished.1"),
    "lobby": (rules.ADDRESSES, "game_created.1"),
    "rules_gob-rome": (lobby.ADDRESSES, "create_game.1"),
    "bots_gob-rome": (lobby.ADDRESSES, "your_turn.1"),
}


def jobs_in(client: Client) -> list[str]:
    """Name all jobs there are."""
    return sorted(key.decode().removeprefix("rq:job:") for key in client.scan_iter("rq:job:*"))


def message(type_: str, name: str = "one") -> dict[str, Any]:
    """Give a message."""
    return {"type": type_, "id": name, "edition": "gob-rome", "request_id": "request"}


def test_what_a_service_asks_of_its_own_workers_is_named_after_the_queue(client: Client) -> None:
    rules.RqJobs(client).relay("gob-rome")
    rules.RqJobs(client).expire(PLACE, Version(1, 1), 1_000)
    scoring.RqJobs(client).relay("gob-rome")
    lobby.RqJobs(client).relay()
    lobby.RqJobs(client).go_on("tournament")
    lobby.RqJobs(client).call("delivery")
    lobby.RqJobs(client).call("delivery", SOON)
    found = jobs_in(client)
    rules_jobs = ["rules_gob-rome-", "rules_gob-rome_1_1-"]
    begin = ["lobby-"] * 2 + ["lobby_webhooks-"] * 2 + rules_jobs + ["scoring-"]
    assert len(found) == len(begin)
    assert all(name.startswith(each) for name, each in zip(found, begin, strict=True))


@pytest.mark.parametrize("together", [False, True], ids=["send", "send_all"])
@pytest.mark.parametrize("queue", MESSAGES)
def test_a_message_is_a_job_named_after_the_queue_and_the_message(
    queue: str, client: Client, *, together: bool
) -> None:
    addresses, type_ = MESSAGES[queue]
    outside, one, two = RqOutside(client, addresses), message(type_), message(type_, "two")
    if together:
        outside.send_all([orjson.dumps(one)])
        outside.send_all([orjson.dumps(one), orjson.dumps(two)])
    else:
        for each in (one, one, two):
            outside.send(orjson.dumps(each))
    assert jobs_in(client) == [f"{queue}-one", f"{queue}-two"]
    assert client.llen(f"rq:queue:{queue.replace('_', '.')}") == 2


def test_the_same_id_on_two_queues_is_two_jobs(client: Client) -> None:
    outside = RqOutside(client, rules.ADDRESSES)
    outside.send_all(
        [orjson.dumps(message("game_finished.1")), orjson.dumps(message("game_created.1"))]
    )
    assert jobs_in(client) == ["lobby-one", "scoring-one"]


def test_an_id_without_a_name_is_always_another_one() -> None:
    assert job_id("rules.gob-rome.1.2").startswith("rules_gob-rome_1_2-")
    assert job_id("scoring") != job_id("scoring")
