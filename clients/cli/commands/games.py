"""Looking on: watch, replay, record."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from clients.cli.desk import desk_of
from clients.cli.files import write_text
from clients.cli.places import GameName, find_game
from clients.cli.playing.look import Look
from clients.cli.playing.replaying import Replay
from clients.cli.playing.watching import watch_game


def watch(context: typer.Context, game: GameName) -> None:
    """Follow a game as it is played, from its beginning to its end."""
    desk = desk_of(context)
    watch_game(Look(desk, find_game(desk.platform, game)))


def replay(
    context: typer.Context,
    game: GameName,
    auto: Annotated[
        float | None, typer.Option(help="Go on by itself, after so many seconds each.")
    ] = None,
    start: Annotated[int, typer.Option("--from", help="Begin with this move.")] = 0,
) -> None:
    """Step through a game: the board after every move, forwards and back."""
    desk = desk_of(context)
    Replay(Look(desk, find_game(desk.platform, game)), start).run(auto)


def record(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write; the terminal without it.")
    ] = None,
) -> None:
    """Get the record of a finished game, for `interchange verify`."""
    desk = desk_of(context)
    found = desk.platform.rules.get_record(find_game(desk.platform, game).address)
    if out is None:
        desk.line(found, indent=2)
        return
    write_text(out, json.dumps(found, ensure_ascii=False, indent=2))
    desk.show(
        {"file": str(out)}, Text(f"Written to {out}; check it with: interchange verify {out}")
    )


COMMANDS = {"watch": watch, "replay": replay, "record": record}
