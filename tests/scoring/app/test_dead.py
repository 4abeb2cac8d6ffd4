"""Messages that cannot be taken: kept with the reason, taken again, dropped."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from services.plumbing.connections import StoreError
from services.scoring.app.dead import dead_messages, drop_message, retry_all, retry_message
from services.scoring.app.errors import UnknownMessageError
from services.scoring.app.scoring import Scoring
from services.scoring.app.take_result import take_result
from tests.scoring.app.bench import PARIS, ROME, TABLES, Bench, Dying, finished, over
from tests.scoring.app.recount import assert_right

Spoil = Callable[[dict[str, Any]], object]


def spoiled(spoil: Spoil, **members: Any) -> dict[str, Any]:
    message = finished(**members)
    spoil(message)
    return message


def listed(scoring: Scoring) -> list[str]:
    return [each["id"] for each in dead_messages(scoring)["messages"]]


def move_to_oz(message: dict[str, Any]) -> None:
    message["edition"] = message["outcome"]["edition"] = "gob-oz"


WRONG: dict[str, tuple[Spoil, str]] = {
    "a sheet": (lambda m: m["outcome"]["seats"][0]["sheet"].update(grannies=99), "there are only"),
    "a standing": (lambda m: m["outcome"]["seats"][0].update(standing="asleep"), "no standing"),
    "a seat": (lambda m: m["outcome"]["seats"].pop(), "2 players in the seats [0]"),
    "its number": (lambda m: m["outcome"]["seats"][1].update(seat=5), "in the seats [0, 5]"),
    "all seats": (lambda m: m["outcome"].update(seats=[]), "without seats"),
    "a player": (lambda m: m["players"].append("ana"), "listed twice"),
    "a name": (lambda m: m["players"].__setitem__(0, "a b"), "not of the form"),
    "an edition": (move_to_oz, "no edition"),
    "the edition inside": (lambda m: m["outcome"].update(edition=PARIS), "in a message about"),
    "the type": (lambda m: m.update(type="game_finished.2"), "is not 'game_finished.1'"),
    "a member": (lambda m: m.pop("moves"), "missing key 'moves'"),
    "another member": (lambda m: m.update(more=1), "unknown key"),
    "the end": (lambda m: m["outcome"].update(finished=False), "the game goes on"),
    "a number": (lambda m: m.update(moves=-1), "less than 0"),
    "a large number": (lambda m: m.update(moves=10**30), "more than"),
    "a truth": (lambda m: m.update(public=1), "expected a boolean"),
    "the time": (lambda m: m.update(at="yesterday"), "not of the form"),
    "a request": (lambda m: m.update(request_id="a b"), "not of the form"),
    "the game": (lambda m: m.update(game="x"), "not of the form"),
    "no JSON": (
        lambda m: m["outcome"]["seats"].__setitem__(
            0, {"seat": 0, "standing": "resigned", "sheet": 10**30}
        ),
        "cannot be kept",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_message_with_something_wrong_is_kept_with_the_reason(at: Bench, what: str) -> None:
    spoil, reason = WRONG[what]
    message = spoiled(spoil)
    for _ in range(2):
        taken = at.take(message)
        assert (taken.outcome, taken.message) == ("dead", message["id"])
        assert reason in taken.reason
        [dead] = dead_messages(at.scoring)["messages"]
        assert dead == {
            "id": message["id"],
            "at": "2026-03-01T12:00:00.123Z",
            "reason": taken.reason,
            "message": message,
        }
    assert at.stored(ROME) == []
    assert at.results.counters(ROME) == {}
    assert at.jobs.relayed == []


@pytest.mark.parametrize(
    "message", [None, 7, "text", [], {}, {"id": 3}, {"id": "a b"}, float("nan")]
)
def test_what_is_no_message_at_all_is_kept_under_a_name_of_its_own(at: Bench, message: Any) -> None:
    first, second = at.take(message), at.take(message)
    assert first.outcome == "dead"
    assert first.message.startswith("nameless-")
    assert first == second
    assert listed(at.scoring) == [first.message]


def test_a_request_without_a_name_is_no_reason_to_die(at: Bench) -> None:
    assert at.take(finished(request_id="")).outcome == "scored"


def test_a_message_that_was_taken_never_gets_among_the_dead(at: Bench) -> None:
    message = finished()
    at.take(message)
    assert at.take({**message, "moves": -1}).outcome == "repeated"
    assert listed(at.scoring) == []


def test_dead_messages_of_all_editions_are_listed_in_pages(at: Bench) -> None:
    for number in range(7):
        at.take(finished((ROME, PARIS)[number % 2], id=f"m{number}", moves=-1))
    at.take({"id": "m7"})
    pages: list[list[str]] = []
    after: str | None = ""
    while after is not None:
        page = dead_messages(at.scoring, after, 3)
        pages.append([each["id"] for each in page["messages"]])
        after = page["next"]
    assert pages == [["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6", "m7"]]


def test_a_message_that_is_still_wrong_stays_dead(at: Bench) -> None:
    message = finished(moves=-1)
    at.take(message)
    at.time.turn(60)
    assert retry_message(at.scoring, message["id"]).outcome == "dead"
    [dead] = dead_messages(at.scoring)["messages"]
    assert dead["at"] == "2026-03-01T12:01:00.123Z"


@pytest.fixture
def later(at: Bench) -> Scoring:
    """Give the same service before it knew of Rome."""
    return replace(at.scoring, tables={PARIS: TABLES[PARIS]})


def test_a_message_is_taken_when_its_edition_is_known(at: Bench, later: Scoring) -> None:
    message = finished(ROME)
    assert take_result(later, message).reason == "there is no edition 'gob-rome'"
    assert listed(later) == listed(at.scoring) == [message["id"]]
    assert retry_message(at.scoring, message["id"]).outcome == "scored"
    assert listed(at.scoring) == []
    with pytest.raises(UnknownMessageError):
        retry_message(at.scoring, message["id"])
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.parametrize("after", [False, True])
def test_a_retry_that_dies_leaves_the_message_for_the_next(
    at: Bench, later: Scoring, *, after: bool
) -> None:
    message = finished(ROME)
    take_result(later, message)
    with pytest.raises(StoreError):
        retry_message(over(at, Dying(at.results, after=after)), message["id"])
    assert listed(at.scoring) == [message["id"]]
    taken = retry_message(at.scoring, message["id"])
    assert taken.outcome == ("repeated" if after else "scored")
    assert listed(at.scoring) == []
    assert at.results.counters(ROME)["2:games"] == 1


def test_a_message_that_is_wrong_in_another_way_moves_to_its_edition(
    at: Bench, later: Scoring
) -> None:
    message = finished(ROME, moves=-1)
    take_result(later, {**message, "moves": 3})
    at.results.drop(None, message["id"])
    take_result(later, message)
    assert retry_message(at.scoring, message["id"]).outcome == "dead"
    assert listed(at.scoring) == [message["id"]]
    assert [each.id for each in at.results.dead(ROME, "", 10)] == [message["id"]]


def test_all_dead_messages_are_taken_again_at_once(at: Bench, later: Scoring) -> None:
    for number in range(5):
        take_result(later, finished(ROME, seed=f"{number}"))
    take_result(later, finished(ROME, id="wrong", moves=-1))
    at.take(finished(ROME, seed="0"))
    assert retry_all(at.scoring) == {"scored": 4, "repeated": 1, "dead": 1}
    assert listed(at.scoring) == ["wrong"]
    assert len(at.stored(ROME)) == 5


def test_a_dead_message_is_dropped_once(at: Bench) -> None:
    at.take(finished(id="m", moves=-1))
    drop_message(at.scoring, "m")
    assert listed(at.scoring) == []
    with pytest.raises(UnknownMessageError):
        drop_message(at.scoring, "m")
