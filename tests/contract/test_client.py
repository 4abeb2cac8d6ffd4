"""Clients can be generated from every contract; that of the rules plays whole games."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any, Final

import pytest

from tests.contract.client import Caller, Package
from tests.contract.published import Published, every_contract
from tests.contract.stage import OTHERS, PLAYER
from tests.rules.games import edition_and_family, every_edition, through_json
from tests.service import Running
from tests.support import EDITIONS

pytestmark = pytest.mark.slow

CONCERNED: Final = ("rules",)


@pytest.fixture(scope="module")
def players(clients: Callable[[str], Package], service: Running) -> Iterator[dict[str, Caller]]:
    """Give every player a client of the rules."""
    rules = clients("rules")
    with ExitStack() as stack:
        found = {name: rules.caller(service.url, service.token(name)) for name in (PLAYER, *OTHERS)}
        for caller in found.values():
            stack.enter_context(caller.client)
        yield found


def new_game(host: Caller, edition: str, **body: Any) -> tuple[str, str]:
    """Create a game; say where it is."""
    wanted = host.package.models.NewGame(**body)
    return edition, host.ask("games.create_game", edition, body=wanted).id


def move(player: Caller, place: tuple[str, str], chance: Random) -> Any:
    """Play a legal move, if possible one after which the player is still in the game."""
    legal = player.ask("moves.list_legal_moves", *place)
    safe = [each for each in legal.moves if not getattr(each.would, "eliminating", False)]
    chosen = chance.choice(safe or legal.moves).move
    body = player.package.models.MoveRequest(expected_version=legal.version, move=chosen)
    return player.ask("moves.play_move", *place, body=body)


@every_contract
def test_the_generator_warns_of_nothing(
    clients: Callable[[str], Package], contract: Published
) -> None:
    printed = clients(contract.name).printed
    words = printed.split()
    assert (words[0], len(words)) == ("Generating", 2), printed


@every_edition
def test_the_client_plays_a_whole_game(players: dict[str, Caller], name: str) -> None:
    chance = Random(name)  # noqa: S311
    seats = list(players)[: min(EDITIONS[name].edition.players)]
    host = players[seats[0]]
    place = new_game(host, name, seats=seats, seed="client")
    while (shown := host.ask("games.get_game", *place)).to_play:
        move(players[seats[chance.choice(shown.to_play)]], place, chance)
    assert shown.finished
    record = host.ask("games.get_record", *place)
    assert (record.players, record.seed, len(record.log)) == (seats, "client", shown.events)


@every_edition
def test_the_client_understands_an_edition(players: dict[str, Caller], name: str) -> None:
    edition, family = edition_and_family(name)
    shown = players[PLAYER].ask("editions.get_edition", name)
    assert shown.to_dict() == through_json(family.edition_to_json(edition))


def test_the_client_understands_pages_a_picture_and_a_resignation(
    players: dict[str, Caller],
) -> None:
    ana = players[PLAYER]
    editions = ana.ask("editions.list_editions")
    assert [card.id for card in editions.items] == list(EDITIONS)
    place = new_game(ana, "gob-rome", seats=["ana", "ben"])
    assert ana.ask("games.draw_board", *place).payload.read().startswith(b"<svg")
    assert ana.ask("moves.resign", *place).events[0].event.seat == 0
    page = ana.ask("events.read_events", *place, limit=3)
    assert [entry.number for entry in page.items] == [1, 2, 3]


def test_the_client_understands_a_refusal(players: dict[str, Caller]) -> None:
    ana = players[PLAYER]
    refusal = ana.ask("games.get_game", "gob-rome", "Zm9yLWV4YW1wbGUtb25seQ")
    assert isinstance(refusal, ana.package.models.Problem)
    assert refusal.code == "unknown_game"
