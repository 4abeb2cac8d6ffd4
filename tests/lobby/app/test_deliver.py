"""Deliveries: signed, sent once, tried again after growing pauses, given up in the end."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import Any

import pytest
from standardwebhooks import Webhook as Signature
from standardwebhooks import WebhookVerificationError

from services.lobby.app.deliver import LEASE, deliver, due_deliveries
from services.lobby.app.webhooks import DUE, redeliver
from services.lobby.core.webhooks import PAUSES, YOUR_TURN
from services.lobby.sending import HttpSender
from services.plumbing.connections import StoreError
from tests.lobby.app.hooks import ANA, BEN, ONCE, Bench
from tests.lobby.app.people import BEGIN
from tests.lobby.receiver import answering, receiving


def waiting(hooks: Bench, key: str = "one") -> tuple[str, str]:
    """Make a webhook that is to be told something; give both ids."""
    webhook = hooks.webhook()["id"]
    hooks.tell(key)
    return webhook, hooks.deliveries(webhook)[0]["id"]


def pauses_until_the_end(hooks: Bench, id_: str) -> list[timedelta]:
    """Try whenever it is time to, until there is no more; give the pauses."""
    pauses: list[timedelta] = []
    while (again := hooks.deliver(id_)) and len(pauses) < 20:
        pauses.append(again - hooks.time.now)
        hooks.time.now = again
    return pauses


@pytest.mark.slow
def test_what_is_sent_can_be_verified_by_whoever_has_the_secret(hooks: Bench) -> None:
    hooks.time.now = datetime.now(UTC)
    secret, other = hooks.webhook()["secret"], hooks.webhook(BEN)["secret"]
    hooks.tell("one")
    hooks.work()
    [sent] = hooks.receiver.got
    assert sent.headers["content-type"] == "application/json"
    assert Signature(secret).verify(sent.body, dict(sent.headers))["type"] == YOUR_TURN
    with pytest.raises(WebhookVerificationError):
        Signature(other).verify(sent.body, dict(sent.headers))
    with pytest.raises(WebhookVerificationError):
        Signature(secret).verify(sent.body + b" ", dict(sent.headers))


@pytest.mark.slow
def test_a_delivery_over_http_arrives_and_can_be_verified(hooks: Bench) -> None:
    hooks.time.now = datetime.now(UTC)
    with receiving(answering(b"204 No Content")) as server:
        made = hooks.webhook(url=f"{server.url}/turns?for=ana")
        hooks.tell("one")
        [id_] = due_deliveries(hooks.lobby, hooks.lobby.milliseconds())
        assert deliver(hooks.lobby, HttpSender(private=True), id_) is None
    [request] = server.requests
    assert request.line == "POST /turns?for=ana HTTP/1.1"
    assert Signature(made["secret"]).verify(request.body, request.headers)["data"] == {
        "game": "one"
    }
    assert hooks.statuses(made["id"]) == ["delivered"]


def test_a_delivery_that_is_answered_is_done(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    assert hooks.deliver(id_) is None
    [delivery] = hooks.deliveries(webhook)
    assert (delivery["status"], delivery["next_at"]) == ("delivered", None)
    attempt = {"at": hooks.lobby.moment(), "status": 204, "error": None, "milliseconds": 7}
    assert delivery["attempts"] == [attempt]
    assert hooks.lobby.records.count(DUE) == 0
    assert hooks.deliver(id_) is None
    assert len(hooks.receiver.got) == 1


@pytest.mark.slow
@pytest.mark.parametrize("status", [None, 301, 400, 500])
def test_whatever_else_is_answered_is_tried_again_after_growing_pauses(
    hooks: Bench, status: int | None
) -> None:
    webhook, id_ = waiting(hooks)
    hooks.receiver.status = status
    assert pauses_until_the_end(hooks, id_) == [*PAUSES]
    [delivery] = hooks.deliveries(webhook)
    assert (delivery["status"], delivery["next_at"]) == ("failed", None)
    assert [each["status"] for each in delivery["attempts"]] == [status] * 8
    assert len(hooks.receiver.got) == 8
    assert hooks.lobby.records.count(DUE) == 0


def test_nothing_is_sent_before_its_time(hooks: Bench) -> None:
    _, id_ = waiting(hooks)
    hooks.receiver.status = 500
    due = hooks.deliver(id_)
    assert due == BEGIN + timedelta(seconds=5)
    hooks.time.turn(seconds=4.999)
    assert hooks.deliver(id_) == due
    assert due_deliveries(hooks.lobby, hooks.lobby.milliseconds()) == []
    hooks.time.turn(seconds=0.001)
    assert due_deliveries(hooks.lobby, hooks.lobby.milliseconds()) == [id_]
    hooks.deliver(id_)
    assert len(hooks.receiver.got) == 2


@pytest.mark.slow
def test_of_many_workers_at_once_one_sends(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    hooks.receiver.meanwhile = lambda: sleep(0.05)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(hooks.deliver, [id_] * 8))
    assert hooks.receiver.ids == [id_]
    assert hooks.statuses(webhook) == ["delivered"]


def test_what_a_worker_was_sending_when_it_died_is_sent_again_a_little_later(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)

    def die() -> None:
        raise StoreError("killed")

    hooks.receiver.meanwhile = die
    with pytest.raises(StoreError):
        hooks.deliver(id_)
    hooks.receiver.meanwhile = lambda: None
    assert hooks.deliver(id_) == BEGIN + LEASE
    hooks.time.turn(seconds=LEASE.total_seconds())
    hooks.work()
    assert hooks.receiver.ids == [id_] * 2
    assert hooks.statuses(webhook) == ["delivered"]


def test_a_slow_failure_does_not_undo_the_success_of_another_worker(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)

    def overtaken() -> None:
        hooks.receiver.meanwhile = lambda: None
        hooks.time.turn(seconds=LEASE.total_seconds())
        hooks.deliver(id_)
        hooks.receiver.status = 500

    hooks.receiver.meanwhile = overtaken
    assert hooks.deliver(id_) is None
    [delivery] = hooks.deliveries(webhook)
    assert delivery["status"] == "delivered"
    assert [each["status"] for each in delivery["attempts"]] == [204, 500]


def test_a_delivery_asked_for_again_while_it_is_sent_is_soon_tried_again(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    hooks.receiver.status = 500
    hooks.receiver.meanwhile = lambda: redeliver(hooks.lobby, ANA, webhook, id_, ONCE)
    assert hooks.deliver(id_) == BEGIN + PAUSES[0]


@pytest.mark.slow
def test_the_last_ten_attempts_are_shown(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    for _ in range(12):
        hooks.time.turn(seconds=1)
        hooks.work()
        redeliver(hooks.lobby, ANA, webhook, id_, ONCE)
    attempts: Any = hooks.deliveries(webhook)[0]["attempts"]
    assert len(attempts) == 10
    assert attempts[-1]["at"] == hooks.lobby.moment()


def test_a_webhook_says_since_when_it_fails_until_something_arrives(hooks: Bench) -> None:
    waiting(hooks)
    hooks.receiver.status = 500
    hooks.work()
    assert hooks.webhooks()[0]["failing_since"] == "2026-03-01T12:00:00.000Z"
    hooks.time.turn(seconds=5)
    hooks.work()
    assert hooks.webhooks()[0]["failing_since"] == "2026-03-01T12:00:00.000Z"
    hooks.receiver.status = 200
    hooks.time.turn(seconds=30)
    hooks.work()
    assert hooks.webhooks()[0]["failing_since"] is None


def test_what_has_waited_longest_is_done_first(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]
    for number in range(3):
        hooks.tell(str(number))
        hooks.time.turn(seconds=1)
    oldest_first = [each["id"] for each in reversed(hooks.deliveries(webhook))]
    now = hooks.lobby.milliseconds()
    assert due_deliveries(hooks.lobby, now) == oldest_first
    assert due_deliveries(hooks.lobby, now, limit=2) == oldest_first[:2]
    assert due_deliveries(hooks.lobby, now - 2500) == oldest_first[:1]
