"""Tournaments: who plays them, how they run, and how they stand."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from clients.cli.api import Json, pages
from clients.cli.commands.tables import Level, bots_wanted
from clients.cli.desk import Desk, desk_of
from clients.cli.files import write_text
from clients.cli.options import Command, group
from clients.cli.playing.tournament import watch_tournament
from clients.cli.rendering.tournaments import show_standings, show_tournament, show_tournaments

app = group("Tournaments: they run by themselves once started.")
TournamentId = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The id of a tournament.")]


@app.command("list", cls=Command)
def list_tournaments(
    context: typer.Context,
    stage: Annotated[str | None, typer.Option(help="open, running, finished or cancelled.")] = None,
) -> None:
    """List tournaments, the newest first."""
    desk = desk_of(context)
    found = pages(desk.platform.lobby.list_tournaments, stage=stage, most=50)
    desk.show(found, show_tournaments(found))


@app.command("create", cls=Command)
def create(  # noqa: PLR0913 (what a tournament is)
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="How it is called.")],
    game: Annotated[
        str, typer.Argument(metavar="EDITION", help="A city or a box, such as gob-paris.")
    ],
    *,
    kind: Annotated[
        str, typer.Option("--format", help="swiss, round_robin, knockout or arena.")
    ] = "swiss",
    size: Annotated[int | None, typer.Option(help="How many sit at a table.")] = None,
    rounds: Annotated[int | None, typer.Option(help="How many rounds a swiss has.")] = None,
    minutes: Annotated[int | None, typer.Option(help="How long an arena goes on.")] = None,
    seconds: Annotated[int | None, typer.Option(help="Seconds for a turn.")] = None,
    bots: Annotated[
        int | None, typer.Option(help="So many of the platform's own bots enter at once.")
    ] = None,
    level: Level = None,
    look_on: Annotated[
        bool, typer.Option("--watch", help="Start it at once, and look on until it ends.")
    ] = False,
) -> None:
    """Make a tournament; you are its organiser."""
    desk = desk_of(context)
    clock = {"seconds_per_turn": seconds} if seconds else None
    wanted = {"size": size, "rounds": rounds, "minutes": minutes, "clock": clock}
    body: Json = {"name": name, "game": game, "format": kind}
    body |= {key: value for key, value in wanted.items() if value is not None}
    made = desk.member.lobby.create_tournament(body)
    if bots is not None:
        made = desk.member.lobby.enter_bots(made["id"], bots_wanted(bots, level))
    if look_on:
        _start(desk, made["id"])
    else:
        _show(desk, made)


@app.command("show", cls=Command)
def show(context: typer.Context, tournament: TournamentId) -> None:
    """Show a tournament."""
    desk = desk_of(context)
    _show(desk, desk.platform.lobby.get_tournament(tournament))


@app.command("enter", cls=Command)
def enter(context: typer.Context, tournament: TournamentId) -> None:
    """Enter a tournament."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.enter_tournament(tournament))


@app.command("withdraw", cls=Command)
def withdraw(context: typer.Context, tournament: TournamentId) -> None:
    """Leave a tournament; a game that runs is played to its end."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.withdraw(tournament))


@app.command("bots", cls=Command)
def bots(
    context: typer.Context,
    tournament: TournamentId,
    count: Annotated[int, typer.Argument(help="How many.")],
    level: Level = None,
) -> None:
    """Let the platform's own bots enter, as the organiser."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.enter_bots(tournament, bots_wanted(count, level)))


@app.command("start", cls=Command)
def start(
    context: typer.Context,
    tournament: TournamentId,
    *,
    look_on: Annotated[bool, typer.Option("--watch", help="Look on until it ends.")] = False,
) -> None:
    """Start a tournament, as the organiser."""
    desk = desk_of(context)
    if look_on:
        _start(desk, tournament)
    else:
        _show(desk, desk.member.lobby.start_tournament(tournament))


@app.command("cancel", cls=Command)
def cancel(
    context: typer.Context,
    tournament: TournamentId,
    reason: Annotated[str, typer.Option(help="Why.")] = "cancelled",
) -> None:
    """Break a tournament off, as the organiser."""
    desk = desk_of(context)
    _show(desk, desk.member.lobby.cancel_tournament(tournament, {"reason": reason}))


@app.command("watch", cls=Command)
def watch(context: typer.Context, tournament: TournamentId) -> None:
    """Look on as a tournament runs: tables, moves and standings, until it ends."""
    watch_tournament(desk_of(context), tournament)


@app.command("standings", cls=Command)
def standings(context: typer.Context, tournament: TournamentId) -> None:
    """Show the standings after the last round that is over."""
    desk = desk_of(context)
    found = desk.platform.lobby.get_standings(tournament)
    desk.show(found, show_standings(found))


@app.command("export", cls=Command)
def export(
    context: typer.Context,
    tournament: TournamentId,
    *,
    csv: Annotated[
        bool, typer.Option("--csv", help="A line for every seat, instead of JSON.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write; the terminal without it.")
    ] = None,
) -> None:
    """Get everything about a tournament."""
    desk = desk_of(context)
    text = desk.platform.lobby.export_tournament(tournament, csv=csv)
    if out is None:
        typer.echo(text.rstrip())
        return
    write_text(out, text)
    desk.show({"file": str(out)}, Text(f"Written to {out}."))


def _start(desk: Desk, tournament: str) -> None:
    """Start a tournament and look on."""
    desk.member.lobby.start_tournament(tournament)
    watch_tournament(desk, tournament)


def _show(desk: Desk, tournament: Json) -> None:
    desk.show(tournament, show_tournament(tournament))
