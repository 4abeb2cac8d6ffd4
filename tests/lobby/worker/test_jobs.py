"""The jobs of the lobby: asked for by name, done once, whatever comes twice."""

import pytest

from services.contracts.ids import WEBHOOKS_QUEUE
from services.lobby.app.webhooks import create_webhook
from services.lobby.core.tournament import PodStatus
from tests.lobby.app.hooks import URL
from tests.lobby.app.people import REQUEST
from tests.lobby.worker.workshop import Workshop

PARIS = "rules.gob-paris"


@pytest.mark.slow
def test_a_tournament_that_is_started_is_drawn_by_a_worker(shop: Workshop) -> None:
    hall = shop.hall(8)
    hall.start()
    assert shop.asked() == [("go_on", hall.id)]
    assert hall.now.round == 0
    shop.work()
    assert [len(pod.players) for pod in hall.now.rounds[0].pods] == [4, 4]
    wanted = {message["game"]: message["players"] for message in shop.messages(PARIS)}
    assert wanted == {pod.game: [*pod.players] for pod in hall.now.rounds[0].pods}


@pytest.mark.slow
def test_a_tournament_that_is_drawn_twice_has_one_round(shop: Workshop) -> None:
    hall = shop.hall(8)
    hall.start()
    shop.town.lobby.jobs.go_on(hall.id)
    shop.work()
    assert hall.now.round == 1
    assert len(shop.messages(PARIS)) == 2


@pytest.mark.slow
def test_a_message_that_comes_twice_is_taken_once(shop: Workshop) -> None:
    hall = shop.hall(4)
    hall.start()
    shop.work()
    (pod,) = hall.now.rounds[0].pods
    told = {
        "type": "game_created.1", "id": f"game_created-1-{pod.game}", "request_id": "r",
        "game": pod.game, "edition": pod.edition, "address": "http://rules/1",
        "to_play": [pod.players[0]], "deadline": None,
    }  # fmt: skip
    for name in ("one", "two"):
        shop.queue().enqueue("services.lobby.worker.jobs.take", told, job_id=name)
    shop.work()
    assert hall.now.rounds[0].pods[0].status == PodStatus.PLAYING
    assert shop.queue().failed_job_registry.count == 0


@pytest.mark.slow
def test_somebody_who_is_told_something_is_called_at_once(shop: Workshop) -> None:
    hall = shop.hall(4)
    body = {"url": URL, "types": ["round_started"], "description": ""}
    create_webhook(shop.town.lobby, shop.receiver, hall.people[0], body, REQUEST)
    hall.start()
    shop.work()
    assert shop.sweep() == []
    assert [name for name, *_ in shop.asked(WEBHOOKS_QUEUE)] == ["call"]
    shop.work()
    assert [sent.url for sent in shop.receiver.got] == [URL]
    shop.work()
    assert len(shop.receiver.got) == 1
