"""Games that the lobby wants: created once, answered always, refused with the reason."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from services.contracts.messages import CreateGame1
from services.plumbing.connections import StoreError
from services.plumbing.engines import Version
from services.rules.app.create_for_lobby import CreateGame, create_for_lobby
from services.rules.app.errors import MessageError, VersionNotServedError
from services.rules.app.rules import Served
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Clock, NewGame, Place
from tests.rules.app.bench import Bench, everything, names, to_play
from tests.rules.app.orders import CLOCK, ROME, order, place_of
from tests.rules.games import every_edition, through_json
from tests.support import EDITIONS

ADDRESS: Final = "https://rome.example/rules/v1"


def create(at: Bench, message: object) -> Any:
    """Take a message; give the answer as it travels."""
    return through_json(create_for_lobby(at.rules, message, ADDRESS))


def refused(at: Bench, message: Any) -> tuple[str, str]:
    """See that a message is answered with a refusal, and that nothing is stored."""
    before = everything(at.games)
    answer = create(at, message)
    assert answer["type"] == "game_refused.1"
    assert answer["id"] == f"game_refused-1-{message['game']}"
    assert answer["game"] == message["game"]
    assert everything(at.games) == before
    assert at.jobs.expiring == []
    return answer["code"], answer["detail"]


@every_edition
def test_a_game_that_the_lobby_wants_is_there_and_the_lobby_is_told(at: Bench, name: str) -> None:
    seats = EDITIONS[name].edition.players[-1]
    message = order(name, seats)
    answer, table = create(at, message), at.table(place_of(message))
    assert table.players == names(seats)
    assert answer == {
        "type": "game_created.1",
        "id": f"game_created-1-{message['game']}",
        "request_id": "tram-17",
        "at": "2026-03-01T12:00:00.123Z",
        "game": message["game"],
        "edition": name,
        "edition_version": EDITIONS[name].edition.version,
        "engine_version": EDITIONS[name].family.ENGINE_VERSION,
        "address": f"{ADDRESS}/editions/{name}/games/{message['game']}",
        "to_play": [f"p{seat}" for seat in to_play(table)],
        "deadline": None,
    }


def test_what_is_stored_is_what_the_lobby_wanted(at: Bench) -> None:
    message = order(public=False, clock=CLOCK, tell_turns=True, players=["zoe", "bot.1"])
    create(at, message)
    settled = at.table(place_of(message)).stored.settled
    assert (settled.players, settled.public) == (("zoe", "bot.1"), False)
    assert (settled.clock, settled.tell_turns) == (Clock(60, "play"), True)
    assert not settled.seed_chosen
    assert len(settled.seed) == 64


def test_the_first_turn_has_its_time_from_the_beginning(at: Bench) -> None:
    message = order(clock=CLOCK)
    answer = create(at, message)
    assert answer["deadline"] == "2026-03-01T12:01:00.123Z"
    assert at.jobs.expiring == [(place_of(message), at.rules.milliseconds() + 60_000)]


@every_edition
def test_a_message_that_comes_again_after_moves_gives_the_same_answer(at: Bench, name: str) -> None:
    message = order(name, EDITIONS[name].edition.players[0], clock=CLOCK, tell_turns=True)
    first = create(at, message)
    at.time.turn(5)
    at.play(place_of(message), Random(1), 8)  # noqa: S311
    before = everything(at.games)
    again = create(at, message)
    assert again == {**first, "at": "2026-03-01T12:00:05.123Z"}
    assert everything(at.games) == before
    assert len(at.jobs.expiring) == 1


def test_a_process_that_dies_before_the_game_is_stored_leaves_nothing(at: Bench) -> None:
    def die() -> None:
        raise KeyboardInterrupt

    message = order()
    with pytest.raises(KeyboardInterrupt):
        create_for_lobby(at.interrupted(die), message, ADDRESS)
    assert at.games.read(place_of(message)) is None
    assert create(at, message)["type"] == "game_created.1"


@every_edition
def test_a_wrong_number_of_players_is_refused(at: Bench, name: str) -> None:
    players = EDITIONS[name].edition.players
    for seats in {*range(1, 6)} - {*players}:
        code, detail = refused(at, order(name, seats))
        assert code == "wrong_number_of_players"
        assert f"not {seats}" in detail


def test_an_edition_that_nobody_knows_is_refused(at: Bench) -> None:
    assert refused(at, order("gob-atlantis"))[0] == "unknown_edition"


def test_an_edition_that_is_not_served_here_is_refused(at: Bench) -> None:
    here = replace(at.rules, served=Served(EDITIONS, ("gob-paris",)))
    assert refused(at._replace(rules=here), order(ROME))[0] == "edition_not_served"


def test_a_game_that_is_there_by_other_rules_is_left_to_those(at: Bench) -> None:
    message = order()
    create(at, message)
    held: dict[Place, Any] = at.games._games  # type: ignore[attr-defined]
    stored = held[place_of(message)]
    settled = stored.settled._replace(engine_version=99)
    held[place_of(message)] = stored._replace(settled=settled)
    with pytest.raises(VersionNotServedError) as raised:
        create(at, message)
    assert (raised.value.edition, raised.value.version) == (ROME, Version(1, 99))


MALFORMED: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "another type": lambda plain: {**plain, "type": "create_game.3"},
    "a member too many": lambda plain: {**plain, "seed": "tram"},
    "a player twice": lambda plain: {**plain, "players": ["ana", "ana"]},
    "a player without a name": lambda plain: {**plain, "players": ["ana", ""]},
    "a player who is a number": lambda plain: {**plain, "players": ["ana", 7]},
    "a player with a space": lambda plain: {**plain, "players": ["ana", "b en"]},
    "a player with a long name": lambda plain: {**plain, "players": ["ana", "b" * 65]},
    "nobody": lambda plain: {**plain, "players": []},
    "a crowd": lambda plain: {**plain, "players": [f"p{seat}" for seat in range(6)]},
    "players as one text": lambda plain: {**plain, "players": "ana"},
    "public in words": lambda plain: {**plain, "public": "yes"},
    "turns in numbers": lambda plain: {**plain, "tell_turns": 1},
    "a clock that is a number": lambda plain: {**plain, "clock": 60},
    "a clock without seconds": lambda plain: {**plain, "clock": {"on_expiry": "play"}},
    "a clock without an end": lambda plain: {**plain, "clock": {"seconds_per_turn": 60}},
    "a hasty clock": lambda plain: {**plain, "clock": {**CLOCK, "seconds_per_turn": 4}},
    "a clock in half seconds": lambda plain: {**plain, "clock": {**CLOCK, "seconds_per_turn": 9.5}},
    "an unknown end of time": lambda plain: {**plain, "clock": {**CLOCK, "on_expiry": "explode"}},
    "a clock with a bell": lambda plain: {**plain, "clock": {**CLOCK, "bell": True}},
    "an edition in capitals": lambda plain: {**plain, "edition": "GOB-ROME"},
    "an edition that is a number": lambda plain: {**plain, "edition": 7},
    "a request with a space": lambda plain: {**plain, "request_id": "a b"},
    "a message without a name": lambda plain: {**plain, "id": ""},
}


@pytest.mark.slow
@pytest.mark.parametrize("how", MALFORMED)
def test_a_malformed_message_is_refused_with_the_reason(at: Bench, how: str) -> None:
    code, detail = refused(at, MALFORMED[how](order()))
    assert code == "invalid_request"
    assert detail.startswith("the message does not fit: {")


@pytest.mark.parametrize("name", sorted({*CreateGame1.__annotations__} - {"game"}))
def test_a_message_without_one_of_its_members_is_refused(at: Bench, name: str) -> None:
    message = order()
    del message[name]
    code, detail = refused(at, message)
    assert code == "invalid_request"
    assert f"'{name}'" in detail


def test_the_members_of_the_message_are_those_of_the_contract() -> None:
    assert {*CreateGame().fields} == {*CreateGame1.__annotations__}


@pytest.mark.parametrize(
    "message",
    [None, "create_game.1", [], 7, {}, {"game": 7}, {"game": "short"}, {"game": "a" * 21 + "\n"}],
    ids=str,
)
def test_a_message_that_names_no_game_cannot_be_answered(at: Bench, message: object) -> None:
    with pytest.raises(MessageError, match="does not fit"):
        create_for_lobby(at.rules, message, ADDRESS)


def test_a_request_without_an_id_is_no_reason_to_refuse(at: Bench) -> None:
    answer = create(at, order(request_id=""))
    assert (answer["type"], answer["request_id"]) == ("game_created.1", "")


class NoGames(MemoryGames):
    """A store that is away."""

    def create(self, place: Place, game: NewGame) -> bool:
        """Fail."""
        raise StoreError(f"no {place} {game}")


def test_a_store_that_is_away_is_no_refusal(at: Bench) -> None:
    with pytest.raises(StoreError):
        create_for_lobby(replace(at.rules, games=NoGames()), order(), ADDRESS)
