"""Players are told what happened: once, with the fact itself, and only if they want to know."""

from dataclasses import replace
from typing import Any

import orjson
import pytest

from services.lobby.app.deliver import due_deliveries
from services.lobby.app.drafts import Draft
from services.lobby.app.notify import notify, wants_turns
from services.lobby.app.people import PLAYERS
from services.lobby.app.webhooks import delete_webhook
from services.lobby.core.people import Player
from services.lobby.core.webhooks import GAME_FINISHED, TYPES, YOUR_TURN
from services.lobby.store.ports import Change, Records, Result
from tests.lobby.app.hooks import ANA, BEN, ONCE, Bench

FACT = Player("p.new", "New", "person", "2026-03-01T12:00:00.000Z")


class Interrupted:
    """Another store; something happens before the first change is written."""

    def __init__(self, records: Records, *before: Any) -> None:
        self._records = records
        self._before = [*before]

    def __getattr__(self, name: str) -> Any:
        """Do all else as the other store does."""
        return getattr(self._records, name)

    def commit(self, change: Change) -> Result:
        """Let it happen, then write."""
        while self._before:
            self._before.pop()()
        return self._records.commit(change)


def test_every_webhook_that_wants_to_know_is_told(hooks: Bench) -> None:
    both = [hooks.webhook(types=types)["id"] for types in (TYPES, [YOUR_TURN])]
    deaf, foreign = hooks.webhook(types=[GAME_FINISHED])["id"], hooks.webhook(BEN)["id"]
    hooks.tell("one")
    assert [len(hooks.deliveries(id_)) for id_ in both] == [1, 1]
    assert hooks.deliveries(deaf) == hooks.deliveries(foreign, BEN) == []
    [first], [second] = (hooks.deliveries(id_) for id_ in both)
    assert first["id"] != second["id"]
    due = due_deliveries(hooks.lobby, hooks.lobby.milliseconds())
    assert sorted(due) == sorted([first["id"], second["id"]])


@pytest.mark.slow
def test_what_is_told_has_a_type_a_time_and_data(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]
    hooks.tell("one", type_=GAME_FINISHED)
    noon = "2026-03-01T12:00:00.000Z"
    payload = {"type": "game_finished", "timestamp": noon, "data": {"game": "one"}}
    [delivery] = hooks.deliveries(webhook)
    assert delivery == {
        "id": delivery["id"],
        "type": "game_finished",
        "status": "waiting",
        "created_at": noon,
        "next_at": noon,
        "attempts": [],
        "payload": payload,
    }
    hooks.work()
    assert orjson.loads(hooks.receiver.got[0].body) == payload


@pytest.mark.slow
def test_the_same_key_tells_once_however_often_it_comes(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]

    def twice(draft: Draft) -> None:
        for _ in range(2):
            notify(draft, hooks.lobby, "p.ana", YOUR_TURN, {}, "one")

    hooks.lobby.change(ONCE, twice)
    hooks.work()
    hooks.time.turn(hours=1)
    hooks.lobby.change(ONCE, twice)
    hooks.work()
    assert hooks.statuses(webhook) == ["delivered"]
    assert len(hooks.receiver.got) == 1
    hooks.tell("one", type_=GAME_FINISHED)
    hooks.tell("two")
    assert len(hooks.deliveries(webhook)) == 3


def tell_with_fact(hooks: Bench, draft: Draft) -> None:
    notify(draft, hooks.lobby, "p.ana", YOUR_TURN, {}, "one")
    draft.put(PLAYERS, FACT.id, FACT)


def test_a_fact_that_is_not_written_is_not_told(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]

    def act(draft: Draft) -> None:
        tell_with_fact(hooks, draft)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        hooks.lobby.change(ONCE, act)
    assert hooks.deliveries(webhook) == []
    assert hooks.lobby.records.read([PLAYERS.key(FACT.id)]) == [None]


def test_a_fact_and_what_is_told_of_it_follow_what_others_change_meanwhile(hooks: Bench) -> None:
    removed, kept = hooks.webhook()["id"], hooks.webhook()["id"]
    made: list[str] = []
    interrupted = Interrupted(
        hooks.lobby.records,
        lambda: delete_webhook(hooks.lobby, ANA, removed, ONCE),
        lambda: made.append(hooks.webhook()["id"]),
    )
    lobby: Any = replace(hooks.lobby, records=interrupted)
    lobby.change(ONCE, lambda draft: tell_with_fact(hooks, draft))
    assert hooks.lobby.records.read([PLAYERS.key(FACT.id)]) != [None]
    assert [len(hooks.deliveries(id_)) for id_ in (kept, *made)] == [1, 1]
    assert len(due_deliveries(hooks.lobby, hooks.lobby.milliseconds())) == 2


def test_a_webhook_that_was_disabled_is_told_nothing_more(hooks: Bench) -> None:
    webhook = hooks.webhook()["id"]
    hooks.tell("one")
    hooks.receiver.status = 410
    hooks.work()
    hooks.tell("two")
    assert hooks.statuses(webhook) == ["failed"]


def test_turns_are_wanted_if_anybody_at_the_table_wants_to_be_told(hooks: Bench) -> None:
    table = ["p.ana", "p.ben", "bot.one"]
    hooks.webhook(types=[GAME_FINISHED])
    assert not wants_turns(hooks.lobby, table)
    hooks.webhook(BEN, types=[GAME_FINISHED, YOUR_TURN])
    assert wants_turns(hooks.lobby, table)
    assert not wants_turns(hooks.lobby, ["p.ana"])
    assert not wants_turns(hooks.lobby, [])
