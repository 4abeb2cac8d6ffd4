"""Tables: opened, joined, left, filled, started, played again; whatever happens at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import orjson
import pytest

from services.lobby.app import tables
from services.lobby.app.errors import (
    EngineUnavailableError,
    TableRefusedError,
    UnknownEditionError,
    UnknownTableError,
    WrongNumberError,
)
from services.lobby.app.house_bots import fill_with_bots, open_with_bots
from services.lobby.app.rematch import rematch
from services.lobby.app.start_table import create_wanted, start_table
from services.lobby.core.table import Status
from services.lobby.store.ports import Records
from services.plumbing.callers import Caller, Request
from tests.lobby.app.people import REQUEST, Town, town

WANTED = {"game": "gob-rome", "public": True, "private": False, "starts_full": True}


def opened(here: Town, host: Caller, **more: Any) -> Any:
    return tables.open_table(here.lobby, host, {**WANTED, **more}, REQUEST)


def seated(here: Town, who: Caller, id_: str, invite: str | None = None) -> Any:
    return tables.take_seat(here.lobby, who, id_, invite, REQUEST)


def refused(error: pytest.ExceptionInfo[TableRefusedError]) -> str:
    return str(error.value.code)


def test_who_opens_a_table_sits_there_and_is_host(here: Town) -> None:
    ana = here.caller("Ana")
    table = opened(here, ana)
    assert (table["host"], table["status"]) == (ana.player, "open")
    assert [seat["name"] for seat in table["seats"]] == ["Ana"]
    assert (table["least"], table["most"]) == (2, 3)


@pytest.mark.parametrize(
    ("game", "numbers"),
    [("gob-rome", (2, 3)), ("gob-paris-rome", (2, 5)), ("gob-new-york-london", (2, 5))],
)
def test_a_box_is_for_the_numbers_of_both_its_maps(
    here: Town, game: str, numbers: tuple[int, int]
) -> None:
    table = opened(here, here.caller("Ana"), game=game)
    assert (table["least"], table["most"]) == numbers


@pytest.mark.parametrize(("least", "most"), [(None, 4), (1, 2), (3, 2), (None, 1)])
def test_a_number_that_the_edition_is_not_for_is_refused(
    here: Town, least: int | None, most: int
) -> None:
    with pytest.raises(WrongNumberError, match="2 or 3"):
        opened(here, here.caller("Ana"), least=least, most=most)


def test_an_edition_that_nobody_knows_is_refused(here: Town) -> None:
    with pytest.raises(UnknownEditionError):
        opened(here, here.caller("Ana"), game="gob-atlantis")


def test_an_edition_is_known_also_when_its_engine_is_away(here: Town) -> None:
    opened(here, here.caller("Ana"))
    del here.around.up["gob-rome"]
    assert opened(here, here.caller("Ben"))["status"] == "open"


def test_open_tables_are_listed_until_they_are_full(here: Town) -> None:
    ids = [opened(here, here.caller("Ana"), most=2)["id"] for _ in range(3)]
    opened(here, here.caller("Cy"), private=True)
    page: Any = tables.list_tables(here.lobby, tables.TableFilter(), None, 2)
    assert [each["id"] for each in page["items"]] == sorted(ids)[:2]
    assert all(each["invite"] is None for each in page["items"])
    rest: Any = tables.list_tables(here.lobby, tables.TableFilter(), page["next"], 2)
    assert [each["id"] for each in rest["items"]] == sorted(ids)[2:]
    assert rest["next"] is None
    seated(here, here.caller("Ben"), ids[0])
    left: Any = tables.list_tables(here.lobby, tables.TableFilter(), None, 9)
    assert {each["id"] for each in left["items"]} == {*ids[1:]}


def test_tables_are_filtered(here: Town) -> None:
    rome = opened(here, here.caller("Ana"), most=2)["id"]
    paris = opened(here, here.caller("Ana"), game="gob-paris")["id"]

    def found(**wanted: Any) -> list[str]:
        page: Any = tables.list_tables(here.lobby, tables.TableFilter(**wanted), None, 9)
        return [each["id"] for each in page["items"]]

    assert found(game="gob-rome") == [rome]
    assert found(seats=4) == [paris]
    assert found(clock=True) == []


def test_a_private_table_is_for_those_with_the_invitation(here: Town) -> None:
    ana, ben = here.caller("Ana"), here.caller("Ben")
    table = opened(here, ana, private=True)
    with pytest.raises(UnknownTableError):
        tables.read_table(here.lobby, ben, table["id"], None)
    with pytest.raises(TableRefusedError) as error:
        seated(here, ben, table["id"], "x" * 22)
    assert refused(error) == "wrong_invite"
    assert tables.read_table(here.lobby, ben, table["id"], table["invite"])["invite"] is None
    assert len(seated(here, ben, table["id"], table["invite"])["seats"]) == 2


def test_nobody_sits_twice_and_a_full_table_is_full(here: Town) -> None:
    ana = here.caller("Ana")
    id_ = opened(here, ana, most=2, starts_full=False)["id"]
    with pytest.raises(TableRefusedError) as error:
        seated(here, ana, id_)
    assert refused(error) == "already_seated"
    seated(here, here.caller("Ben"), id_)
    with pytest.raises(TableRefusedError) as error:
        seated(here, here.caller("Cy"), id_)
    assert refused(error) == "table_full"


def test_when_the_host_leaves_another_is_host_and_the_last_one_closes_the_table(here: Town) -> None:
    ana, ben = here.caller("Ana"), here.caller("Ben")
    id_ = opened(here, ana)["id"]
    seated(here, ben, id_)
    fill_with_bots(here.lobby, ana, id_, "random", None, REQUEST)
    with pytest.raises(TableRefusedError) as error:
        tables.leave_table(here.lobby, ana, id_, REQUEST)
    assert refused(error) == "table_not_open"
    id_ = opened(here, ana)["id"]
    seated(here, ben, id_)
    assert tables.leave_table(here.lobby, ana, id_, REQUEST)["host"] == ben.player
    closed = tables.leave_table(here.lobby, ben, id_, REQUEST)
    assert (closed["status"], closed["reason"]) == ("closed", "everybody has left")


def test_a_full_table_begins_once(here: Town) -> None:
    id_ = opened(here, here.caller("Ana"), most=2)["id"]
    table = seated(here, here.caller("Ben"), id_)
    assert table["status"] == "starting"
    playing = create_wanted(here.lobby, id_, REQUEST)
    assert playing == create_wanted(here.lobby, id_, REQUEST)
    assert playing.status == Status.PLAYING
    assert [*here.around.created] == [f"table-{id_}"]
    (wanted,) = here.around.created.values()
    assert (wanted.edition, wanted.players) == ("gob-rome", playing.players)


@pytest.mark.parametrize(("number", "city"), [(2, "gob-rome"), (4, "gob-paris")])
def test_a_box_is_played_in_the_city_for_the_number_at_the_table(
    here: Town, number: int, city: str
) -> None:
    ana = here.caller("Ana")
    id_ = opened(here, ana, game="gob-paris-rome", starts_full=False)["id"]
    fill_with_bots(here.lobby, ana, id_, "random", number - 1, REQUEST)
    table: Any = start_table(here.lobby, ana, id_, REQUEST)
    assert table["playing"]["edition"] == city


def test_only_the_host_starts_and_only_with_enough(here: Town) -> None:
    ana, ben = here.caller("Ana"), here.caller("Ben")
    id_ = opened(here, ana)["id"]
    with pytest.raises(TableRefusedError) as error:
        start_table(here.lobby, ana, id_, REQUEST)
    assert refused(error) == "too_few_players"
    seated(here, ben, id_)
    with pytest.raises(TableRefusedError) as error:
        start_table(here.lobby, ben, id_, REQUEST)
    assert refused(error) == "not_the_host"
    assert start_table(here.lobby, ana, id_, REQUEST)["status"] == "playing"
    assert start_table(here.lobby, ana, id_, REQUEST)["status"] == "playing"


def test_without_an_engine_the_table_stays_open_and_says_why(here: Town) -> None:
    ana = here.caller("Ana")
    id_ = opened(here, ana, most=2)["id"]
    del here.around.up["gob-rome"]
    seated(here, here.caller("Ben"), id_)
    with pytest.raises(EngineUnavailableError):
        create_wanted(here.lobby, id_, REQUEST)
    table = tables.find_table(here.lobby, id_)
    assert (table.status, table.reason) == (Status.OPEN, "nobody serves gob-rome now")
    here.around.up["gob-rome"] = [2, 3]
    assert start_table(here.lobby, ana, id_, REQUEST)["reason"] is None


def test_whoever_goes_on_after_a_crash_comes_to_the_same_game(here: Town) -> None:
    id_ = opened(here, here.caller("Ana"), most=2)["id"]
    seated(here, here.caller("Ben"), id_)
    here.around.before = lambda: create_wanted(replace_before(here), id_, REQUEST)
    create_wanted(here.lobby, id_, REQUEST)
    assert len(here.around.created) == 1


def replace_before(here: Town) -> Any:
    """Give the lobby of somebody else, who is faster."""
    here.around.before = lambda: None
    return replace(here.lobby)


@pytest.mark.slow
def test_all_who_want_the_last_seat_at_once_one_gets(records: Records) -> None:
    here = town(records)
    id_ = opened(here, here.caller("Ana"), most=3)["id"]
    others = [here.caller(f"P{number}") for number in range(8)]

    def try_it(who: Caller) -> bool:
        try:
            seated(here, who, id_)
        except TableRefusedError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(try_it, others)) == 2
    assert len(tables.find_table(here.lobby, id_).seats) == 3


@pytest.mark.parametrize(
    ("most", "names"),
    [(None, ["Ana", "Greedy 1", "Greedy 2"]), (2, ["Ana", "Greedy 1"])],
)
def test_bots_take_all_other_seats_of_a_table_that_is_opened_with_them(
    here: Town, most: int | None, names: list[str]
) -> None:
    wanted = {**WANTED, "most": most, "bots": "greedy"}
    table: Any = open_with_bots(here.lobby, here.caller("Ana"), wanted, REQUEST)
    assert [seat["name"] for seat in table["seats"]] == names
    assert table["status"] == "starting"
    page: Any = tables.list_tables(here.lobby, tables.TableFilter(), None, 9)
    assert page["items"] == []


def test_a_table_opened_with_bots_waits_for_its_host_if_it_is_meant_to(here: Town) -> None:
    ana = here.caller("Ana")
    wanted = {**WANTED, "starts_full": False, "bots": "random"}
    table: Any = open_with_bots(here.lobby, ana, wanted, REQUEST)
    assert (table["status"], len(table["seats"])) == ("open", 3)
    assert start_table(here.lobby, ana, table["id"], REQUEST)["status"] == "playing"


def test_a_request_under_a_key_opens_one_table(here: Town) -> None:
    ana, request = here.caller("Ana"), Request("r", "key", "print")
    first = tables.open_table(here.lobby, ana, dict(WANTED), request)
    assert tables.open_table(here.lobby, ana, dict(WANTED), request) == first
    page: Any = tables.list_tables(here.lobby, tables.TableFilter(), None, 9)
    assert len(page["items"]) == 1


def test_a_rematch_begins_when_all_want_it_with_the_seats_moved_on(here: Town) -> None:
    people = [here.caller(name) for name in ("Ana", "Ben")]
    id_ = opened(here, people[0], most=3)["id"]
    seated(here, people[1], id_)
    fill_with_bots(here.lobby, people[0], id_, "random", None, REQUEST)
    create_wanted(here.lobby, id_, REQUEST)
    with pytest.raises(TableRefusedError) as error:
        rematch(here.lobby, people[0], id_, REQUEST)
    assert refused(error) == "table_not_finished"
    finish(here, id_)
    first: Any = rematch(here.lobby, people[0], id_, REQUEST)
    assert (first["status"], first["rematch_of"], len(first["seats"])) == ("open", id_, 2)
    second: Any = rematch(here.lobby, people[1], id_, REQUEST)
    assert (second["id"], second["status"]) == (first["id"], "starting")
    assert [seat["name"] for seat in second["seats"]] == ["Ben", "Random 1", "Ana"]
    with pytest.raises(TableRefusedError) as error:
        rematch(here.lobby, here.caller("Cy"), id_, REQUEST)
    assert refused(error) == "not_at_table"


def finish(here: Town, id_: str) -> None:
    """Let a game be over."""

    def act(draft: Any) -> None:
        table = tables.get_table(draft, id_)
        draft.put(tables.TABLES, id_, replace(table, status=Status.FINISHED))

    here.lobby.change(REQUEST, act)


def test_what_happens_to_public_tables_is_told_to_everybody(here: Town) -> None:
    opened(here, here.caller("Ana"), private=True)
    id_ = opened(here, here.caller("Ana"), most=2)["id"]
    seated(here, here.caller("Ben"), id_)
    create_wanted(here.lobby, id_, REQUEST)
    events = [orjson.loads(each) for each in here.lobby.records.events("events", 0, 99)]
    assert [(each["type"], each["table"]) for each in events] == [
        ("table_opened", id_),
        ("table_starting", id_),
        ("table_playing", id_),
    ]
