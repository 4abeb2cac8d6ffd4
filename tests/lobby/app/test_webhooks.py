"""Webhooks are made, listed, removed; deliveries are looked at and sent again by hand."""

from base64 import b64decode, urlsafe_b64decode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from services.lobby.app.errors import (
    ForbiddenAddressError,
    TooManyWebhooksError,
    UnknownDeliveryError,
    UnknownWebhookError,
)
from services.lobby.app.webhooks import MOST, delete_webhook, list_deliveries, redeliver, secret_of
from services.plumbing.callers import Caller, Request
from services.plumbing.errors import KeyReusedError, MissingScopeError, TokenNeededError
from tests.lobby.app.hooks import ANA, BEN, INSIDE, ONCE, URL, Bench

NOON = "2026-03-01T12:00:00.000Z"


def test_a_webhook_is_made_and_its_secret_is_shown_only_then(hooks: Bench) -> None:
    made = hooks.webhook(types=["your_turn"], description="my bot")
    secret = made.pop("secret")
    assert secret.startswith("whsec_")
    assert made == {
        "id": made["id"],
        "url": URL,
        "types": ["your_turn"],
        "description": "my bot",
        "created_at": NOON,
        "failing_since": None,
        "disabled_at": None,
    }
    assert hooks.webhooks() == [made]
    assert hooks.webhooks(BEN) == []


def test_a_secret_is_plain_base64_of_32_bytes_and_differs_between_webhooks(hooks: Bench) -> None:
    ids = [f"{number:022}" for number in range(50)]
    secrets = [secret_of(hooks.lobby, id_).removeprefix("whsec_") for id_ in ids]
    keys = [b64decode(secret, validate=True) for secret in secrets]
    signer = hooks.lobby.signer
    assert keys == [urlsafe_b64decode(f"{signer.secret_of(f'webhook:{id_}')}=") for id_ in ids]
    assert {len(key) for key in keys} == {32}
    assert len(set(keys)) == 50
    assert any("+" in secret or "/" in secret for secret in secrets)


def test_a_request_that_comes_again_gets_the_same_webhook_with_its_secret(hooks: Bench) -> None:
    request = Request("request", "key", "print")
    assert hooks.webhook(request=request) == hooks.webhook(request=request)
    assert len(hooks.webhooks()) == 1
    with pytest.raises(KeyReusedError):
        hooks.webhook(request=request._replace(fingerprint="other"))


@pytest.mark.slow
def test_a_player_has_at_most_ten_webhooks_also_when_many_are_made_at_once(hooks: Bench) -> None:
    def attempt(_: int) -> bool:
        try:
            hooks.webhook()
        except TooManyWebhooksError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(attempt, range(2 * MOST)))
    assert made.count(True) == len(hooks.webhooks()) == MOST
    hooks.webhook(BEN)


def test_an_address_that_is_forbidden_makes_no_webhook(hooks: Bench) -> None:
    with pytest.raises(ForbiddenAddressError):
        hooks.webhook(url=INSIDE)
    assert hooks.webhooks() == []


def test_only_who_has_a_token_to_play_may_have_webhooks(hooks: Bench) -> None:
    with pytest.raises(TokenNeededError):
        hooks.webhook(Caller())
    with pytest.raises(MissingScopeError):
        hooks.webhook(Caller("p.ana", frozenset({"organise"})))


def test_nobody_reaches_the_webhooks_of_others(hooks: Bench) -> None:
    id_ = hooks.webhook()["id"]
    hooks.tell("one")
    [delivery] = hooks.deliveries(id_)
    for who, webhook in ((BEN, id_), (ANA, "Zm9yLWV4YW1wbGUtb25seQ")):
        with pytest.raises(UnknownWebhookError):
            list_deliveries(hooks.lobby, who, webhook, None, 10)
        with pytest.raises(UnknownWebhookError):
            delete_webhook(hooks.lobby, who, webhook, ONCE)
        with pytest.raises(UnknownWebhookError):
            redeliver(hooks.lobby, who, webhook, delivery["id"], ONCE)
    assert len(hooks.webhooks()) == 1


def test_a_webhook_that_is_removed_is_told_nothing_and_makes_room(hooks: Bench) -> None:
    ids = [hooks.webhook()["id"] for _ in range(MOST)]
    hooks.tell("one")
    delete_webhook(hooks.lobby, ANA, ids[0], ONCE)
    hooks.tell("two")
    hooks.work()
    assert len(hooks.receiver.got) == 2 * (MOST - 1)
    assert [each["id"] for each in hooks.webhooks()] == ids[1:]
    hooks.webhook()
    with pytest.raises(UnknownWebhookError):
        delete_webhook(hooks.lobby, ANA, ids[0], ONCE)
    for each in hooks.webhooks():
        delete_webhook(hooks.lobby, ANA, each["id"], ONCE)
    assert hooks.webhooks() == []


def test_deliveries_are_listed_in_pages_the_latest_first(hooks: Bench) -> None:
    id_ = hooks.webhook()["id"]
    for number in range(5):
        hooks.tell(str(number))
        hooks.time.turn(seconds=1)
    pages: list[list[str]] = []
    after: Any = None
    while not pages or after:
        page: Any = list_deliveries(hooks.lobby, ANA, id_, after, 2)
        pages.append([each["payload"]["data"]["game"] for each in page["items"]])
        after = page["next"]
    assert pages == [["4", "3"], ["2", "1"], ["0"]]


def test_something_is_delivered_once_more_by_hand_under_the_same_id(hooks: Bench) -> None:
    id_ = hooks.webhook()["id"]
    hooks.tell("one")
    hooks.work()
    [delivered] = hooks.deliveries(id_)
    hooks.time.turn(hours=1)
    again: Any = redeliver(hooks.lobby, ANA, id_, delivered["id"], ONCE)
    assert (again["status"], again["next_at"]) == ("waiting", "2026-03-01T13:00:00.000Z")
    assert hooks.deliveries(id_) == [again]
    hooks.work()
    assert hooks.receiver.ids == [delivered["id"]] * 2
    assert hooks.receiver.got[0].body == hooks.receiver.got[1].body
    [last] = hooks.deliveries(id_)
    assert (last["status"], len(last["attempts"])) == ("delivered", 2)


def test_a_redelivery_is_retried_as_if_it_were_new(hooks: Bench) -> None:
    id_ = hooks.webhook()["id"]
    hooks.tell("one")
    hooks.receiver.status = 500
    for _ in range(8):
        hooks.work()
        hooks.time.turn(days=1)
    [delivery] = hooks.deliveries(id_)
    assert delivery["status"] == "failed"
    redeliver(hooks.lobby, ANA, id_, delivery["id"], ONCE)
    hooks.work()
    assert hooks.deliveries(id_)[0]["next_at"] == hooks.lobby.moment(timedelta(seconds=5))


def test_a_redelivery_enables_a_webhook_that_was_disabled(hooks: Bench) -> None:
    id_ = hooks.webhook()["id"]
    hooks.tell("one")
    hooks.receiver.status = 410
    hooks.work()
    [webhook] = hooks.webhooks()
    assert webhook["disabled_at"] == NOON
    hooks.receiver.status = 200
    redeliver(hooks.lobby, ANA, id_, hooks.deliveries(id_)[0]["id"], ONCE)
    hooks.tell("two")
    hooks.work()
    assert hooks.statuses(id_) == ["delivered"] * 2
    assert hooks.webhooks() == [{**webhook, "disabled_at": None, "failing_since": None}]


def test_a_delivery_belongs_to_its_webhook(hooks: Bench) -> None:
    first, second = hooks.webhook()["id"], hooks.webhook()["id"]
    hooks.tell("one")
    [delivery] = hooks.deliveries(second)
    for unknown in (delivery["id"], "Zm9yLWV4YW1wbGUtb25seQ"):
        with pytest.raises(UnknownDeliveryError):
            redeliver(hooks.lobby, ANA, first, unknown, ONCE)
