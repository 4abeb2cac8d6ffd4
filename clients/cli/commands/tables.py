"""Tables: list, open, show, sit, leave, bots, start, rematch."""

from typing import Annotated

import typer

from clients.cli.api import Json, pages
from clients.cli.desk import Desk, desk_of
from clients.cli.options import Command, group
from clients.cli.rendering.listings import show_table, show_tables

app = group("Tables: where people and bots meet to play.")
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]
Invite = Annotated[str | None, typer.Option(help="The invitation, if the table is private.")]
Level = Annotated[str | None, typer.Option(help="How strong bots are, by the name of a level.")]


@app.command("list", cls=Command)
def list_tables(
    context: typer.Context,
    game: Annotated[str | None, typer.Option(help="Only of this edition.")] = None,
    seats: Annotated[int | None, typer.Option(help="Only with so many seats.")] = None,
) -> None:
    """List the tables that wait for people."""
    desk = desk_of(context)
    tables = pages(desk.platform.lobby.list_tables, game=game, seats=seats)
    desk.show(tables, show_tables(tables))


@app.command("open", cls=Command)
def open_table(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="EDITION", help="A city or a box, such as gob-rome.")
    ],
    *,
    players: Annotated[int | None, typer.Option(help="How many seats it has.")] = None,
    private: Annotated[bool, typer.Option("--private", help="Only with the invitation.")] = False,
    hidden: Annotated[bool, typer.Option("--no-spectators", help="Nobody may look on.")] = False,
    seconds: Annotated[
        int | None, typer.Option(help="Seconds for a turn; no clock without it.")
    ] = None,
) -> None:
    """Open a table; you sit down first, and are its host."""
    body = table_wanted(game, players, seconds) | {"private": private, "public": not hidden}
    desk = desk_of(context)
    _show(desk, desk.member.lobby.open_table(body))


@app.command("show", cls=Command)
def show(context: typer.Context, table: TableId, invite: Invite = None) -> None:
    """Show a table: who sits there, and where the game is played."""
    desk = desk_of(context)
    _show(desk, desk.platform.lobby.get_table(table, invite=invite))


@app.command("sit", cls=Command)
def sit(context: typer.Context, table: TableId, invite: Invite = None) -> None:
    """Sit down at a table."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.take_seat(table, {"invite": invite} if invite else {}))


@app.command("leave", cls=Command)
def leave(context: typer.Context, table: TableId) -> None:
    """Leave a table before its game begins."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.leave_table(table))


@app.command("bots", cls=Command)
def bots(
    context: typer.Context,
    table: TableId,
    count: Annotated[int | None, typer.Option(help="How many; all free seats without it.")] = None,
    level: Level = None,
) -> None:
    """Let the platform's own bots sit down."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.add_bots(table, bots_wanted(count, level)))


@app.command("start", cls=Command)
def start(context: typer.Context, table: TableId) -> None:
    """Start the game as the host, without waiting for more people."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.start_table(table))


@app.command("rematch", cls=Command)
def rematch(context: typer.Context, table: TableId) -> None:
    """Ask for another game with the same people."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.play_again(table))


def table_wanted(game: str, players: int | None, seconds: int | None) -> Json:
    """Write down what table is wanted."""
    body: Json = {"game": game}
    body |= {"most": players} if players else {}
    return body | ({"clock": {"seconds_per_turn": seconds}} if seconds else {})


def bots_wanted(count: int | None, level: str | None) -> Json:
    """Write down which bots are wanted; what is left out is up to the lobby."""
    body: Json = {"count": count, "level": level}
    return {name: value for name, value in body.items() if value is not None}


def _show(desk: Desk, table: Json) -> None:
    desk.show(table, show_table(table))
