"""Looking on: the board and the last events, drawn anew as things happen."""

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from clients.cli.api import Json
from clients.cli.playing.look import Look
from clients.cli.rendering.board import draw_board
from clients.cli.rendering.events import event_line
from clients.cli.rendering.position import position_of_events

LEAST = 4
"""So many events have to fit below the board, or there is none."""


def watch_game(look: Look) -> None:
    """Follow a game to its end."""
    room = look.desk.console.height - _height(look) - 2
    if look.desk.json or not look.desk.console.is_terminal or room < LEAST:
        for entry in look.follow():
            look.tell(entry)
    else:
        _watch_live(look, room)
    look.refresh()
    look.finale()


def _watch_live(look: Look, room: int) -> None:
    """Keep the board on the screen, with as many events below it as there is room for."""
    entries: list[Json] = []
    look.desk.say(
        Text(f"{look.edition['name']}: {', '.join(look.names)}. Ctrl-C ends looking on.", "dim")
    )
    with Live(console=look.desk.console, auto_refresh=False, transient=True) as live:
        for entry in look.follow():
            entries.append(entry)
            look.seen = entry["number"]
            if look.seen >= look.view["events"]:
                live.update(_picture(look, entries, room), refresh=True)


def _picture(look: Look, entries: list[Json], room: int) -> RenderableType:
    position = position_of_events(look.edition, (each["event"] for each in entries))
    board = draw_board(look.edition, position, look.desk.console.width)
    lines = [event_line(look.edition, each, look.names) for each in entries[-room:]]
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(board, *lines)


def _height(look: Look) -> int:
    board = draw_board(look.edition, position_of_events(look.edition, []), look.desk.console.width)
    return str(board).count("\n") + 1
