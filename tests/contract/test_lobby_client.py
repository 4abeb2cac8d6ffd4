"""A client generated from the contract of the lobby: somebody registers, plays and organises."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.contract.client import Caller, Package
from tests.servers import wait_until
from tests.service import WAIT, Running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ana(clients: Callable[[str], Package], service: Running) -> Iterator[Caller]:
    """Let somebody register, and give them a client with their token."""
    answer = httpx.post(f"{service.url}/lobby/v1/players", json={"name": "Ana"}).json()
    caller = clients("lobby").caller(service.url, answer["token"]["bearer"])
    with caller.client:
        yield caller


def test_the_client_knows_who_it_is_and_makes_tokens(ana: Caller) -> None:
    models = ana.package.models
    assert ana.ask("people.get_me").player.name == "Ana"
    body = models.NewToken.from_dict({"label": "bot", "scopes": ["play"], "days": 1})
    made = ana.ask("people.issue_token", body=body).token
    assert made.bearer.startswith("itx_")
    assert [each.label for each in ana.ask("people.list_tokens").items][-1] == "bot"
    assert ana.answer("people.revoke_token", made.id).status_code == 204
    assert ana.ask("people.sign_game_token").token
    assert ana.ask("people.get_keys").keys


def test_the_client_plays_against_a_bot(ana: Caller) -> None:
    models = ana.package.models
    assert "gob-rome" in {each.id for each in ana.ask("tables.list_served_editions").items}
    body = models.NewTable.from_dict({"game": "gob-rome", "most": 2, "starts_full": False})
    table = ana.ask("tables.open_table", body=body)
    assert table.id in {each.id for each in ana.ask("tables.list_tables").items}
    ana.ask("tables.add_bots", table.id, body=models.BotsWanted.from_dict({"level": "random"}))
    playing = ana.ask("tables.start_table", table.id).playing
    assert ana.ask("tables.get_table", table.id).playing.id == playing.id
    refused = ana.ask("tables.leave_table", table.id)
    assert (type(refused), refused.code) == (models.Problem, "table_not_open")


def test_the_client_organises_a_tournament(ana: Caller) -> None:
    models = ana.package.models
    wanted = {"name": "Cup", "game": "gob-rome", "format": "swiss", "size": 2, "rounds": 1}
    cup = ana.ask("tournaments.create_tournament", body=models.NewTournament.from_dict(wanted))
    ana.ask("tournaments.enter_tournament", cup.id)
    bots = models.BotsEntering.from_dict({"count": 3})
    assert len(ana.ask("tournaments.enter_bots", cup.id, body=bots).entries) == 4
    assert ana.ask("tournaments.start_tournament", cup.id).stage == "running"
    wait_until(lambda: ana.ask("tournaments.get_tournament", cup.id).round_ == 1, WAIT)
    assert len(ana.ask("tournaments.get_round", cup.id, 1).tables) == 2
    assert ana.ask("tournaments.get_standings", cup.id).version == 0
    assert ana.ask("tournaments.export_tournament", cup.id).tournament.id == cup.id
    reason = models.Cancelling.from_dict({"reason": "rain"})
    assert ana.ask("tournaments.cancel_tournament", cup.id, body=reason).reason == "rain"


def test_the_client_waits_and_is_told(ana: Caller) -> None:
    models = ana.package.models
    ticket = ana.ask(
        "matchmaking.wait_for_table", body=models.NewTicket.from_dict({"game": "gob-rome"})
    )
    assert ana.ask("matchmaking.get_ticket", ticket.id).status == "waiting"
    assert ana.answer("matchmaking.withdraw_ticket", ticket.id).status_code == 204
    hook = {"url": "https://hooks.example/ana", "types": ["your_turn"]}
    made = ana.ask("webhooks.create_webhook", body=models.NewWebhook.from_dict(hook))
    assert made.secret.startswith("whsec_")
    assert [each.id for each in ana.ask("webhooks.list_webhooks").items] == [made.id]
    assert ana.ask("webhooks.list_deliveries", made.id).items == []
    assert ana.answer("webhooks.delete_webhook", made.id).status_code == 204
    assert ana.ask("events.read_lobby_events").items
