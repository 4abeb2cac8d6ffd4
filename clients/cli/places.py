"""Which game is meant: an address, `edition/id`, or the id of a table."""

from typing import Annotated, NamedTuple

import typer

from clients.cli.api import Json, Platform
from clients.cli.api.conversation import part
from clients.cli.errors import CommandError, Exit

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Its address, edition/id, or the id of its table."),
]
SHORT = 14


class NotBegunError(CommandError):
    """There is a table, and no game yet."""

    exit = Exit.REFUSED


class Place(NamedTuple):
    """Where a game is played, and at which table if that is known."""

    address: str
    table: Json | None = None

    def names(self, players: list[str]) -> list[str]:
        """Name the seats: by the table, or by the ids of the players."""
        seats = self.table["seats"] if self.table else []
        known = {seat["player"]: seat["name"] for seat in seats}
        names = [known.get(player, _shortened(player)) for player in players]
        return [
            name if names.count(name) == 1 else f"{name} {number}"
            for number, name in enumerate(names, start=1)
        ]


def find_game(platform: Platform, what: str) -> Place:
    """Find out where a game is played."""
    if what.startswith(("http://", "https://")):
        return Place(what.rstrip("/"))
    if "/" in what:
        edition, _, game = what.partition("/")
        path = f"/rules/v1/editions/{part(edition)}/games/{part(game)}"
        return Place(f"{platform.conversation.url}{path}")
    return place_of(platform.lobby.get_table(what))


def place_of(table: Json) -> Place:
    """Give the place of the game at a table; there is none before it begins."""
    if not table["playing"]:
        begin = f"Start it with: interchange tables start {table['id']}, or fill it with bots"
        raise NotBegunError(
            f"The game at table {table['id']} has not begun: it is {table['status']}.", begin
        )
    return Place(table["playing"]["address"], table)


def _shortened(player: str) -> str:
    return player if len(player) <= SHORT else f"{player[: SHORT - 1]}…"
