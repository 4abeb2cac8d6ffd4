"""Creating games: who may, what for, and the same request twice."""

from random import Random
from typing import Any

import pytest

from services.plumbing.callers import Caller, Request
from services.plumbing.errors import KeyReusedError, MissingScopeError, TokenNeededError
from services.rules.app.create_game import GameRequest, create_game
from services.rules.app.errors import EditionNotServedError, VersionNotServedError
from services.rules.app.rules import PLAY, Rules, Served
from services.rules.app.view_game import Look, game_document
from services.rules.core.errors import SeatsError, UnknownEditionError
from services.rules.store.ports import Stored
from tests.rules.app.bench import (
    HOST,
    MINUTE,
    NOBODY,
    ONCE,
    STRANGER,
    Bench,
    everything,
    names,
)
from tests.rules.games import every_edition
from tests.support import EDITIONS

TWO = GameRequest(names(2))
KEYED = Request("request", "key", "body")


def refused(at: Bench, error: type[Exception], caller: Caller = HOST, **changed: Any) -> None:
    """See that a request is refused, and that nothing is stored."""
    asked = {"edition": "gob-rome", "wanted": TWO, "request": KEYED, **changed}
    before = everything(at.games)
    with pytest.raises(error):
        create_game(at.rules, caller, **asked)
    assert everything(at.games) == before
    assert at.jobs.expiring == []


def test_nobody_creates_games_without_a_token(at: Bench) -> None:
    refused(at, TokenNeededError, NOBODY)


def test_a_token_must_allow_to_create_games(at: Bench) -> None:
    refused(at, MissingScopeError, Caller("p0", frozenset({PLAY})))


@every_edition
def test_a_wrong_number_of_players_is_refused(at: Bench, name: str) -> None:
    for seats in set(range(1, 7)) - {*EDITIONS[name].edition.players}:
        refused(at, SeatsError, edition=name, wanted=GameRequest(names(seats)))


def test_an_unknown_edition_is_refused(at: Bench) -> None:
    refused(at, UnknownEditionError, edition="gob-atlantis")


def test_an_edition_that_others_serve_is_told_from_an_unknown_one(at: Bench) -> None:
    rules = Rules(Served(EDITIONS, ("gob-rome",)), at.games, at.jobs)
    with pytest.raises(EditionNotServedError):
        create_game(rules, HOST, "gob-paris", TWO, ONCE)
    with pytest.raises(UnknownEditionError):
        create_game(rules, HOST, "gob-atlantis", TWO, ONCE)
    assert create_game(rules, HOST, "gob-rome", TWO, ONCE).place.edition == "gob-rome"


def test_an_edition_that_nobody_knows_cannot_be_served() -> None:
    with pytest.raises(UnknownEditionError):
        Served(EDITIONS, ("gob-rome", "gob-atlantis"))


def test_all_editions_are_served_if_none_is_named() -> None:
    assert [*Served(EDITIONS).entries] == [*EDITIONS]


def test_one_seed_always_deals_the_same_cards(at: Bench) -> None:
    states = [at.table(at.create("otu-paris", 3, seed=seed)).state for seed in ("a", "a", "b")]
    assert states[0] == states[1] != states[2]


def test_a_seed_that_is_not_chosen_is_another_one_each_time(at: Bench) -> None:
    stored = [at.table(at.create("gob-rome", 2, seed=None)).stored for _ in range(20)]
    assert len({each.settled.seed for each in stored}) == 20
    assert all(len(each.settled.seed) == 64 for each in stored)
    assert not any(each.settled.seed_chosen for each in stored)


def test_a_seed_that_was_chosen_is_said_to_be(at: Bench) -> None:
    settled = at.table(at.create("gob-rome", 2, seed="")).stored.settled
    assert (settled.seed, settled.seed_chosen) == ("", True)


def test_ids_of_games_cannot_be_guessed(at: Bench) -> None:
    games = {at.create("gob-rome", 2).game for _ in range(20)}
    assert len(games) == 20
    assert all(len(game) == 22 for game in games)


@every_edition
def test_what_is_stored_is_what_was_asked_for(at: Bench, name: str) -> None:
    seats = EDITIONS[name].edition.players[0]
    wanted = GameRequest(names(seats), "seed", public=False, clock=MINUTE, stand_ins=("bot.1",))
    table = create_game(at.rules, HOST, name, wanted, ONCE)
    stored = at.games.read(table.place)
    assert isinstance(stored, Stored)
    assert stored == table.stored
    assert stored.settled == (
        name,
        EDITIONS[name].edition.version,
        EDITIONS[name].family.ENGINE_VERSION,
        names(seats),
        "seed",
        True,
        False,
        MINUTE,
        "2026-03-01T12:00:00.123Z",
        False,
        ("bot.1",),
    )
    assert stored.length == len(at.log(table.place))
    assert {(each["version"], each["by"]) for each in at.log(table.place)} == {(0, "setup")}


def test_the_first_turn_has_its_time_from_the_beginning(at: Bench) -> None:
    place = at.create("gob-rome", 2, clock=MINUTE)
    deadline = at.table(place).stored.deadline
    assert deadline == at.rules.milliseconds() + 60_000
    assert at.jobs.expiring == [(place, deadline)]


def test_a_game_without_a_clock_has_no_deadline(at: Bench) -> None:
    place = at.create("gob-rome", 2)
    assert at.table(place).stored.deadline is None
    assert at.jobs.expiring == []


@every_edition
def test_the_same_request_gives_the_same_game_also_after_moves(at: Bench, name: str) -> None:
    wanted = GameRequest(names(EDITIONS[name].edition.players[-1]), clock=MINUTE)
    first = create_game(at.rules, HOST, name, wanted, KEYED)
    document = game_document(Look(first, None))
    at.time.turn(5)
    at.play(first.place, Random(1), 8)  # noqa: S311
    before = everything(at.games)
    again = create_game(at.rules, HOST, name, wanted, KEYED._replace(id="other"))
    assert game_document(Look(again, None)) == document
    assert game_document(Look(again, 1)) == game_document(Look(first, 1))
    assert everything(at.games) == before
    assert len(at.jobs.expiring) == 1


def test_two_requests_without_a_key_create_two_games(at: Bench) -> None:
    one, two = (create_game(at.rules, HOST, "gob-rome", TWO, ONCE).place for _ in range(2))
    assert one != two


def test_another_body_under_the_same_key_is_refused(at: Bench) -> None:
    create_game(at.rules, HOST, "gob-rome", TWO, KEYED)
    other = KEYED._replace(fingerprint="other body")
    refused(at, KeyReusedError, wanted=GameRequest(names(3)), request=other)


def test_a_request_whose_answer_was_lost_before_the_game_was_stored_creates_it(at: Bench) -> None:
    """The key was kept, then the process died."""

    def die() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        create_game(at.interrupted(die), HOST, "gob-rome", TWO, KEYED)
    one = create_game(at.rules, HOST, "gob-rome", TWO, KEYED)
    assert create_game(at.rules, HOST, "gob-rome", TWO, KEYED).place == one.place


def test_a_game_of_other_rules_is_not_set_up_again_by_these(at: Bench) -> None:
    place = create_game(at.rules, HOST, "gob-rome", TWO, KEYED).place
    older(at, place)
    with pytest.raises(VersionNotServedError):
        create_game(at.rules, HOST, "gob-rome", TWO, KEYED)


def test_a_game_of_other_rules_is_not_opened(at: Bench) -> None:
    place = at.create("gob-rome", 2)
    older(at, place)
    with pytest.raises(VersionNotServedError, match="version 0"):
        at.table(place)


def test_who_creates_a_game_need_not_play_in_it(at: Bench) -> None:
    assert create_game(at.rules, STRANGER, "gob-rome", TWO, ONCE).players == ("p0", "p1")


def older(at: Bench, place: Any) -> None:
    """Let a stored game be one of an older version."""
    held: dict[Any, Stored] = at.games._games  # type: ignore[attr-defined]
    settled = held[place].settled._replace(edition_version=0)
    held[place] = held[place]._replace(settled=settled)
