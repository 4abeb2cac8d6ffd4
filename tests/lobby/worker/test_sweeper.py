"""The sweeper of the lobby: whatever got lost is found, and nothing is done twice."""

import pytest

from services.lobby.app import house_bots, tables
from services.lobby.app.start_table import start_table
from services.lobby.core.table import Status
from services.plumbing.connections import StoreError
from tests.lobby.app.people import REQUEST
from tests.lobby.worker.workshop import Workshop

PARIS = "rules.gob-paris"
TABLE = {"game": "gob-rome", "most": 2, "starts_full": False, "public": True, "private": False}


@pytest.mark.slow
def test_messages_that_nobody_relays_are_sent(shop: Workshop) -> None:
    hall = shop.hall(8)
    hall.start()
    shop.work()
    shop.drop(PARIS)
    for pod in hall.open_pods():
        hall.scored(pod)
    shop.lose()
    assert shop.sweep(seconds=1) == []
    assert shop.messages(PARIS) == []
    assert "swept_messages" in shop.sweep(seconds=10)
    assert {each["game"] for each in shop.messages(PARIS)} == {
        pod.game for pod in hall.now.rounds[1].pods
    }


def test_a_tournament_whose_draw_got_lost_is_drawn_after_a_while(shop: Workshop) -> None:
    hall = shop.hall(8)
    hall.start()
    shop.lose()
    shop.sweep(seconds=10)
    assert hall.now.round == 0
    shop.sweep(seconds=10)
    assert hall.now.round == 1


@pytest.mark.slow
def test_games_that_were_never_heard_of_are_asked_for_again(shop: Workshop) -> None:
    hall = shop.hall(4)
    hall.start()
    shop.work()
    (first,) = shop.messages(PARIS)
    shop.drop(PARIS)
    shop.sweep(seconds=20)
    shop.sweep(seconds=10)
    (again,) = shop.messages(PARIS)
    assert again["game"] == first["game"]
    assert again["id"] != first["id"]


def test_a_table_that_lost_whoever_started_it_is_started(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, host = shop.town.lobby, shop.town.caller("Ana")
    id_ = str(tables.open_table(lobby, host, {**TABLE}, REQUEST)["id"])
    house_bots.fill_with_bots(lobby, host, id_, "random", 1, REQUEST)

    def die() -> None:
        raise StoreError("the process was killed")

    monkeypatch.setattr(shop.town.around, "before", die)
    with pytest.raises(StoreError):
        start_table(lobby, host, id_, REQUEST)
    assert tables.find_table(lobby, id_).status == Status.STARTING
    monkeypatch.setattr(shop.town.around, "before", lambda: None)
    assert "swept_table" not in shop.sweep(seconds=5)
    assert "swept_table" in shop.sweep(seconds=10)
    assert tables.find_table(lobby, id_).status == Status.PLAYING
    assert len(shop.town.around.created) == 1


def test_what_fails_does_not_keep_the_sweeper_from_the_rest(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = shop.hall(4)
    hall.start()
    shop.lose()

    def broken(*_: object) -> None:
        raise StoreError("no store")

    monkeypatch.setattr("services.lobby.worker.sweeper.close_idle_tables", broken)
    assert "sweep_failed" in shop.sweep(seconds=20)
    assert hall.now.round == 1
