"""The course of the show: a game in every city at once, then a tournament, then where to look."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.live import Live
from rich.text import Text

from clients.cli.api import Json, pages
from clients.cli.desk import Desk
from clients.cli.errors import SettingsError
from clients.cli.playing.tournament import watch_tournament
from clients.demo.games import PAUSE, Game, Seat, play_all
from clients.demo.pictures import PLACE, show_games, show_places, show_result

PATIENCE: Final = 30.0
"""Seconds until every edition has to be served."""
CITY: Final = "city"


class Plan(NamedTuple):
    """What is shown."""

    editions: tuple[str, ...]
    bots: int
    """How many play the tournament."""
    rounds: int
    game: str
    """What the tournament plays."""
    level: str


def perform(url: str, login: Path, plan: Plan) -> None:
    """Show everything at a platform; `login` is a file that is not there, and stays so."""
    desk = _registered(url, login)
    sizes = _sizes(desk, (*plan.editions, plan.game))
    names = _names(desk)
    desk.say(Text(f"\nA game on every edition, all at once: {', '.join(plan.editions)}", "bold"))
    _play(desk, plan, sizes, names)
    desk.say(Text(f"\nA tournament of {plan.bots} bots: {names[plan.game]}", "bold"))
    tournament = _tournament(desk, plan, min(sizes[plan.game]))
    desk.say(Text("\nWhere to look", "bold"))
    _place(desk, show_places(url, tournament))


def _registered(url: str, login: Path) -> Desk:
    """Register somebody; give their desk, which knows no other settings."""
    where = {"INTERCHANGE_URL": url, "INTERCHANGE_CONFIG": str(login)}
    made = Desk(environment=where).platform.lobby.register_player({"name": "Demo"})
    return Desk(environment={**where, "INTERCHANGE_TOKEN": made["token"]["bearer"]})


def _names(desk: Desk) -> Mapping[str, str]:
    """Name the editions, with what one types; some cities are there in two families."""
    cards = pages(desk.platform.rules.list_editions)
    return {each["id"]: f"{each['name']} ({each['id']})" for each in cards}


def _sizes(desk: Desk, editions: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """Ask with how many each edition is played; some may take a moment to be served."""
    until = time.monotonic() + PATIENCE
    while True:
        served = {
            each["id"]: each["players"] for each in pages(desk.platform.lobby.list_served_editions)
        }
        missing = [edition for edition in editions if edition not in served]
        if not missing:
            return served
        if time.monotonic() > until:
            known = ", ".join(sorted(served)) or "nothing"
            raise SettingsError(f"Nobody serves {missing[0]}.", f"What can be played: {known}.")
        time.sleep(PAUSE)


def _play(
    desk: Desk, plan: Plan, sizes: Mapping[str, Sequence[int]], names: Mapping[str, str]
) -> None:
    """Play a game on every edition with a bot of our own; show how they go on, and their ends."""
    body = {"name": "Demo's bot", "kind": "bot"}
    bearer = desk.platform.lobby.register_player(body)["token"]["bearer"]
    seat = Seat(desk.connect(desk.settings.url, bearer), plan.level)
    games = [seat.open(edition, min(sizes[edition])) for edition in plan.editions]
    if desk.console.is_terminal:
        with Live(console=desk.console, auto_refresh=False, transient=True) as live:
            play_all(seat, games, lambda _: live.update(show_games(games, names), refresh=True))
        for game in games:
            _tell(desk, game, names)
    else:
        play_all(seat, games, lambda game: _tell(desk, game, names))


def _tell(desk: Desk, game: Game, names: Mapping[str, str]) -> None:
    """Say how a game has ended, and where its board is, unless it goes on."""
    if game.over:
        desk.say(show_result(game, names))
        _place(desk, Text(f"  {game.address}/board.svg", PLACE))


def _place(desk: Desk, text: Text) -> None:
    """Write addresses, which stay in one piece at any width."""
    desk.console.print(text, soft_wrap=True)


def _tournament(desk: Desk, plan: Plan, size: int) -> Json:
    lobby = desk.platform.lobby
    body: Json = {"name": "Demo", "game": plan.game, "format": "swiss"}
    made = lobby.create_tournament(body | {"size": size, "rounds": plan.rounds})
    lobby.enter_bots(made["id"], {"count": plan.bots, "level": plan.level})
    lobby.start_tournament(made["id"])
    watch_tournament(desk, made["id"])
    return made
