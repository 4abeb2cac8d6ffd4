"""Turns whose time is up: what happens, to whom, and how often."""

from itertools import pairwise
from random import Random

import pytest

from services.plumbing.callers import Request
from services.rules.app.expire_turn import expire_turn
from services.rules.app.resign import resign
from services.rules.app.view_game import Look, game_document, look_at
from services.rules.core.family import AnyFamily
from services.rules.core.seats import Resign
from services.rules.store.ports import Clock, Place
from tests.rules.app.bench import (
    NOBODY,
    ONCE,
    Bench,
    documents,
    everything,
    player,
    to_play,
)
from tests.rules.games import every_edition, standings
from tests.support import EDITIONS

CLOCKS = {word: Clock(60, word) for word in ("resign", "play")}
CLOCKWORK = Request("clockwork")
both_ways = pytest.mark.parametrize("word", CLOCKS)


def begun(at: Bench, name: str, word: str, moves: int = 0) -> Place:
    """Begin a game of as many as there may be, on the clock."""
    place = at.create(name, EDITIONS[name].edition.players[-1], clock=CLOCKS[word])
    at.play(place, Random(2), moves)  # noqa: S311
    return place


def expire(at: Bench, place: Place) -> int | None:
    return expire_turn(at.rules, place, CLOCKWORK)


def deadline(at: Bench, place: Place) -> int | None:
    return at.table(place).stored.deadline


def turn_of(at: Bench, place: Place) -> tuple[int, tuple[int, ...]]:
    table = at.table(place)
    return table.family.turn(table.state), to_play(table)


@pytest.mark.slow
@every_edition
@both_ways
def test_every_edition_ends_by_expired_turns_alone(at: Bench, name: str, word: str) -> None:
    place, turns = begun(at, name, word), 0
    while (again := deadline(at, place)) is not None:
        at.time.turn(60)
        assert again == at.rules.milliseconds()
        assert expire(at, place) == deadline(at, place)
        turns += 1
    table = at.table(place)
    assert to_play(table) == ()
    assert len(at.games.outbox(name, 10**14)) == 1
    assert {each["by"] for each in at.log(place)} == {"setup", "clock"}
    found = {*standings(table.family, table.edition, table.state)}
    assert (found == {"resigned"}) == (word == "resign")
    assert turns == 1 or turns >= len(table.players)


@every_edition
@both_ways
def test_a_turn_that_has_time_is_left_alone(at: Bench, name: str, word: str) -> None:
    place = begun(at, name, word, 7)
    at.time.turn(59.999)
    before = everything(at.games)
    assert expire(at, place) == deadline(at, place)
    assert everything(at.games) == before


def test_a_game_without_a_clock_is_left_alone(at: Bench) -> None:
    place = at.create("gob-rome", 2)
    at.time.turn(10**6)
    before = everything(at.games)
    assert expire(at, place) is None
    assert everything(at.games) == before


@pytest.mark.slow
@every_edition
@both_ways
def test_a_turn_expires_once(at: Bench, name: str, word: str) -> None:
    place = begun(at, name, word, 12)
    at.time.turn(60)
    again = expire(at, place)
    before = everything(at.games)
    assert expire(at, place) == again
    assert everything(at.games) == before


@both_ways
def test_a_turn_expires_once_also_for_two_at_the_same_time(at: Bench, word: str) -> None:
    place = begun(at, "gob-paris", word, 12)
    at.time.turn(60)
    rules = at.interrupted(lambda: expire(at, place))
    again = expire_turn(rules, place, CLOCKWORK)
    assert again == deadline(at, place)
    assert [each["by"] for each in at.log(place) if each["version"] == 13] != []
    assert at.table(place).stored.version == 13


@both_ways
def test_when_choosing_takes_too_long_all_who_have_not_chosen_are_concerned(
    at: Bench, word: str
) -> None:
    place = begun(at, "gob-paris", word, 2)
    waiting = to_play(at.table(place))
    assert len(waiting) == 3
    at.time.turn(60)
    expire(at, place)
    table = at.table(place)
    left = [seat for seat, how in enumerate(all_standings(at, place)) if how == "resigned"]
    assert left == ([*waiting] if word == "resign" else [])
    assert game_document(Look(table, None))["phase"] == "plotting"
    assert table.stored.version == 5
    assert next(each["version"] for each in at.log(place) if each["by"] == "clock") == 3


def test_who_chose_at_the_last_moment_has_chosen(at: Bench) -> None:
    """One of three chooses while the other two and this one are being taken out."""
    place = begun(at, "gob-paris", "resign", 2)
    waiting = to_play(at.table(place))
    at.time.turn(60)
    chosen: list[int] = []

    def choose() -> None:
        if not chosen:
            chosen.append(waiting[0])
            at.move(place, waiting[0], documents(at.table(place), waiting[0])[0])

    assert expire_turn(at.interrupted(choose), place, CLOCKWORK) == deadline(at, place)
    left = [seat for seat, how in enumerate(all_standings(at, place)) if how == "resigned"]
    assert left == [*waiting[1:]]


@every_edition
def test_a_move_at_the_last_moment_counts(at: Bench, name: str) -> None:
    place = begun(at, name, "resign", 12)
    at.time.turn(60)
    seat = to_play(at.table(place))[0]
    played: list[int] = []

    def play_the_turn() -> None:
        number = turn_of(at, place)[0]
        while not played and turn_of(at, place)[0] == number:
            at.move(place, seat, documents(at.table(place), seat)[0])
        played.append(seat)

    again = expire_turn(at.interrupted(play_the_turn), place, CLOCKWORK)
    assert played == [seat]
    assert again == deadline(at, place) == at.rules.milliseconds() + 60_000
    assert "resigned" not in all_standings(at, place)


def all_standings(at: Bench, place: Place) -> list[str]:
    table = at.table(place)
    return standings(table.family, table.edition, table.state)


@every_edition
def test_a_turn_keeps_its_time_and_the_next_one_has_new_time(at: Bench, name: str) -> None:
    place, chance, kept = begun(at, name, "resign"), Random(4), 0  # noqa: S311
    for _ in range(40):
        before, time = turn_of(at, place)[0], deadline(at, place)
        at.time.turn(1)
        at.play(place, chance, 1)
        if not to_play(at.table(place)):
            break
        same = turn_of(at, place)[0] == before
        kept += same
        assert deadline(at, place) == (time if same else at.rules.milliseconds() + 60_000)
    assert kept >= 1


def test_several_actions_of_the_underground_are_one_turn(at: Bench) -> None:
    place = begun(at, "otu-paris", "resign")
    seat, time = to_play(at.table(place))[0], deadline(at, place)
    actions = at.table(place).state.turn.actions
    assert actions > 1
    for _ in range(actions - 1):
        at.time.turn(10)
        at.move(place, seat, {"type": "take_branch"})
        assert to_play(at.table(place)) == (seat,)
        assert deadline(at, place) == time


def test_the_deadline_is_told(at: Bench) -> None:
    place = begun(at, "gob-rome", "play")
    document = game_document(look_at(at.rules, NOBODY, place))
    assert document["clock"] == {"seconds_per_turn": 60, "on_expiry": "play"}
    assert document["deadline"] == "2026-03-01T12:01:00.123Z"
    at.time.turn(60)
    expire(at, place)
    later = game_document(look_at(at.rules, NOBODY, place))
    assert later["deadline"] == "2026-03-01T12:02:00.123Z"


def test_a_finished_game_has_no_deadline(at: Bench) -> None:
    place = begun(at, "gob-rome", "play", 10_000)
    assert game_document(look_at(at.rules, NOBODY, place))["deadline"] is None
    assert at.games.overdue("gob-rome", 10**14) == []


@both_ways
def test_the_last_expired_turn_sends_the_sheets_with_its_request(at: Bench, word: str) -> None:
    place = begun(at, "gob-rome", word)
    while deadline(at, place) is not None:
        at.time.turn(60)
        expire(at, place)
    (message,) = at.games.outbox("gob-rome", 10**14)
    assert b'"request_id":"clockwork"' in message.message
    assert at.jobs.relayed == ["gob-rome"]


@pytest.mark.slow
@every_edition
def test_every_turn_is_told_from_the_one_before(at: Bench, name: str) -> None:
    """Somebody else is to play, or the same seat again: then the number is another one."""
    place, chance = begun(at, name, "resign"), Random(5)  # noqa: S311
    seen = [turn_of(at, place)]
    while seen[-1][1]:
        at.play(place, chance, 1)
        seen.append(turn_of(at, place))
    for (number, seats), (other, others) in pairwise(seen):
        if set(others) - set(seats):
            assert number != other
    numbers = [number for number, seats in seen if seats]
    assert numbers == sorted(numbers)


@pytest.mark.slow
@every_edition
def test_an_idle_move_is_legal_and_harms_no_more_than_it_must(at: Bench, name: str) -> None:
    for seed in ("tram", "bus"):
        place, chance = at.create(name, EDITIONS[name].edition.players[0], seed=seed), Random(6)  # noqa: S311
        while seats := to_play(at.table(place)):
            for seat in seats:
                assert_idle(at, place, seat)
            at.play(place, chance, 1)


def assert_idle(at: Bench, place: Place, seat: int) -> None:
    """See that what is done for a seat may be done, and eliminates only if all moves do."""
    table = at.table(place)
    family: AnyFamily = table.family
    move = family.idle_move(table.edition, table.state, seat)
    options = family.legal_moves(table.edition, table.state, seat)
    assert not isinstance(move, Resign)
    option = options[options.moves.index(move)]
    family.apply(table.edition, table.state, seat, move)
    if getattr(option, "eliminating", False):
        assert all(getattr(each, "eliminating", False) for each in options)


def test_time_goes_on_when_somebody_leaves_while_others_choose(at: Bench) -> None:
    place = begun(at, "gob-paris", "resign")
    time = deadline(at, place)
    at.time.turn(10)
    resign(at.rules, player(2), place, ONCE)
    assert deadline(at, place) == time
