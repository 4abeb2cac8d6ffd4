"""Playing: at a table that is found, opened, or named."""

import re
from typing import Annotated, Final

import typer
from rich.text import Text

from clients.cli.api import Json, pages
from clients.cli.commands.tables import Level, bots_wanted, table_wanted
from clients.cli.desk import Desk, desk_of
from clients.cli.errors import ProblemError
from clients.cli.places import Place, find_game, place_of
from clients.cli.playing.session import Session
from clients.cli.rendering.listings import show_table

ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
PAUSE: Final = 1.0
TAKEN: Final = {"table_full", "table_not_open", "already_seated"}


def play(  # noqa: PLR0913 (what a game may be)
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="EDITION|GAME",
            help="What to play, such as gob-rome; or a game or table of yours to go on with.",
        ),
    ],
    *,
    bots: Annotated[bool, typer.Option("--bots", help="Play against bots at once.")] = False,
    level: Level = None,
    players: Annotated[
        int | None, typer.Option(help="How many play, if a table has to be opened.")
    ] = None,
    seconds: Annotated[
        int | None, typer.Option(help="Seconds for a turn, if a table has to be opened.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Play a move without asking again.")
    ] = False,
) -> None:
    """Play: at a table that waits for people, or at a new one.

    You see the board, sheets and score; when it is your turn, a list of your moves to pick
    from. The others' moves are told as they happen.
    """
    desk = desk_of(context)
    desk.member  # noqa: B018 (complains if nobody is logged in)
    if "/" in what or ID.fullmatch(what):
        place = _named(desk, what)
    elif bots or level:
        place = _against_bots(desk, table_wanted(what, players, seconds), level)
    else:
        place = _found(desk, what, players, seconds)
    finished = Session(desk, place, confirm=not yes).run()
    if place.table:
        table, again = (
            place.table["id"],
            "interchange tables rematch" if finished else "interchange play",
        )
        desk.say(Text(f"{'Play again' if finished else 'Go on'} with: {again} {table}", "dim"))


COMMANDS = {"play": play}


def _named(desk: Desk, what: str) -> Place:
    """Go to a game; wait at a table whose game has not begun."""
    if not ID.fullmatch(what):
        return find_game(desk.platform, what)
    return _begun(desk, desk.platform.lobby.get_table(what))


def _against_bots(desk: Desk, body: Json, level: str | None) -> Place:
    table = desk.platform.lobby.open_table(body | {"private": True})
    return _begun(desk, desk.platform.lobby.add_bots(table["id"], bots_wanted(None, level)))


def _found(desk: Desk, game: str, players: int | None, seconds: int | None) -> Place:
    """Sit down where somebody waits; open a table if nobody does."""
    me = desk.platform.lobby.get_me()["player"]["id"]
    for table in pages(desk.platform.lobby.list_tables, game=game, seats=players):
        seated = any(seat["player"] == me for seat in table["seats"])
        taken = table if seated else _seat_at(desk, table)
        if taken:
            return _begun(desk, taken)
    return _begun(desk, desk.platform.lobby.open_table(table_wanted(game, players, seconds)))


def _seat_at(desk: Desk, table: Json) -> Json | None:
    """Sit down, unless somebody was faster."""
    try:
        return desk.platform.lobby.take_seat(table["id"], {})
    except ProblemError as error:
        if error.code in TAKEN:
            return None
        raise


def _begun(desk: Desk, table: Json) -> Place:
    """Wait until the game at a table begins."""
    if not table["playing"]:
        desk.say(show_table(table))
        desk.say(
            Text(
                f"Waiting for people. Bots sit down with: interchange tables bots {table['id']}",
                "dim",
            )
        )
    while not table["playing"] and table["status"] in {"open", "starting"}:
        desk.platform.conversation.sleep(PAUSE)
        table = desk.platform.lobby.get_table(table["id"])
    return place_of(table)
