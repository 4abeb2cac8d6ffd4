"""What can be played: editions, and their boards."""

from typing import Annotated

import typer

from clients.cli.api import pages
from clients.cli.desk import desk_of
from clients.cli.rendering.board import show_board
from clients.cli.rendering.listings import show_editions
from clients.cli.rendering.position import position_of_events

Edition = Annotated[str, typer.Argument(metavar="EDITION", help="Such as gob-rome.")]


def editions(context: typer.Context) -> None:
    """List what can be played now."""
    desk = desk_of(context)
    served = pages(desk.platform.lobby.list_served_editions)
    cards = [] if desk.json else pages(desk.platform.rules.list_editions)
    desk.show(served, show_editions(served, cards))


def board(context: typer.Context, edition: Edition) -> None:
    """Draw the board of an edition, with its legend."""
    desk = desk_of(context)
    document = desk.edition(edition)
    desk.show(document, show_board(document, position_of_events(document, []), desk.console.width))


COMMANDS = {"editions": editions, "board": board}
