"""What lasts: webhooks that fail for long are disabled, and old deliveries are forgotten."""

import pytest

from services.lobby.app.deliver import KEPT, tidy
from services.lobby.app.webhooks import DELIVERIES, DUE, EVERY, delete_webhook
from tests.lobby.app.hooks import ANA, BEN, ONCE, Bench
from tests.lobby.app.test_deliver import pauses_until_the_end, waiting


@pytest.mark.slow
def test_a_receiver_that_is_gone_is_disabled_and_what_waits_for_it_is_dropped(hooks: Bench) -> None:
    webhook, _ = waiting(hooks)
    hooks.receiver.status = 500
    for key in ("two", "three"):
        hooks.tell(key)
    hooks.work()
    other = hooks.webhook()["id"]
    hooks.time.turn(seconds=2)
    hooks.tell("four")
    hooks.receiver.status = 410
    hooks.deliver(hooks.deliveries(webhook)[0]["id"])
    assert hooks.webhooks()[0]["disabled_at"] == hooks.lobby.moment()
    hooks.receiver.status = 200
    sent = len(hooks.receiver.got)
    hooks.work()
    assert hooks.statuses(webhook) == ["failed", "dropped", "dropped", "dropped"]
    assert hooks.statuses(other) == ["delivered"]
    assert len(hooks.receiver.got) == sent + 1
    assert hooks.lobby.records.count(DUE) == 0


def fail_for(hooks: Bench, days: int) -> None:
    """Tell something every six hours, and let nothing arrive."""
    hooks.receiver.status = 500
    for _ in range(days * 4):
        hooks.tell(hooks.lobby.moment())
        hooks.work()
        hooks.time.turn(hours=6)


@pytest.mark.slow
def test_a_webhook_that_fails_for_five_days_is_disabled(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]
    fail_for(hooks, 5)
    assert hooks.webhooks()[0]["disabled_at"] is None
    fail_for(hooks, 1)
    [found] = hooks.webhooks()
    assert found["disabled_at"] == "2026-03-06T12:00:00.000Z"
    hooks.work()
    assert set(hooks.statuses(webhook)) == {"failed", "dropped"}
    assert hooks.lobby.records.count(DUE) == 0


@pytest.mark.slow
def test_one_success_in_five_days_keeps_a_webhook(hooks: Bench) -> None:
    hooks.webhook()
    fail_for(hooks, 4)
    hooks.receiver.status = 200
    hooks.tell("arrives")
    hooks.work()
    fail_for(hooks, 4)
    assert hooks.webhooks()[0]["disabled_at"] is None


@pytest.mark.slow
def test_a_short_failure_long_after_another_disables_nothing(hooks: Bench) -> None:
    _, id_ = waiting(hooks)
    hooks.receiver.status = 500
    pauses_until_the_end(hooks, id_)
    hooks.time.turn(days=20)
    hooks.tell("two")
    hooks.work()
    assert hooks.webhooks()[0]["disabled_at"] is None
    hooks.receiver.status = 200
    hooks.time.turn(seconds=5)
    hooks.work()
    assert hooks.webhooks()[0]["failing_since"] is None


@pytest.mark.slow
def test_a_delivery_whose_webhook_is_removed_while_it_is_sent_harms_nobody(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    hooks.receiver.status = 500
    hooks.receiver.meanwhile = lambda: delete_webhook(hooks.lobby, ANA, webhook, ONCE)
    hooks.deliver(id_)
    hooks.time.turn(days=1)
    hooks.work()
    assert len(hooks.receiver.got) == 1
    assert hooks.lobby.records.count(DUE) == 0


def test_deliveries_are_forgotten_after_thirty_days(hooks: Bench) -> None:
    webhook, _ = waiting(hooks)
    hooks.time.turn(days=29)
    hooks.tell("two")
    hooks.work()
    assert tidy(hooks.lobby) == 0
    hooks.time.turn(days=1)
    assert tidy(hooks.lobby) == 1
    assert [each["payload"]["data"]["game"] for each in hooks.deliveries(webhook)] == ["two"]
    assert tidy(hooks.lobby) == 0


@pytest.mark.slow
def test_only_the_latest_thousand_deliveries_of_a_webhook_are_kept(hooks: Bench) -> None:
    webhook, first = waiting(hooks)
    other = hooks.webhook(BEN)["id"]
    hooks.tell("one", "p.ben")
    for number in range(KEPT + 120):
        hooks.time.turn(seconds=0.001)
        hooks.tell(str(number))
    assert tidy(hooks.lobby) == 121
    found = hooks.deliveries(webhook)
    assert len(found) == KEPT
    assert found[0]["payload"]["data"]["game"] == str(KEPT + 119)
    assert len(hooks.deliveries(other, BEN)) == 1
    assert hooks.lobby.records.read([DELIVERIES.key(first)]) == [None]
    assert hooks.lobby.records.count(DUE) == KEPT + 1


def test_the_deliveries_of_a_removed_webhook_are_forgotten(hooks: Bench) -> None:
    webhook, id_ = waiting(hooks)
    delete_webhook(hooks.lobby, ANA, webhook, ONCE)
    assert tidy(hooks.lobby) == 1
    assert hooks.lobby.records.read([DELIVERIES.key(id_)]) == [None]
    assert [hooks.lobby.records.count(name) for name in (EVERY, DUE)] == [0, 0]
    assert hooks.lobby.records.count(f"deliveries:{webhook}") == 0
    assert hooks.deliver(id_) is None
