"""Choosing a move: a short list, more of it, a part of it, and what else one may want."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.playing.look import Look
from clients.cli.rendering.board import show_board
from clients.cli.rendering.moves import mildest_first, move_cells
from clients.cli.rendering.position import position_of_view

AT_ONCE: Final = 10
LEAVE, RESIGN = "leave", "resign"
HELP: Final = (
    ("1, 2, …", "try the move of that number; you are asked before it is played"),
    ("m", "show more moves"),
    ("/C4", "show only moves in which C4 occurs; / alone shows all again"),
    ("b", "draw the board with its legend"),
    ("s", "show board, sheets and score"),
    ("resign", "give the game up"),
    ("q", "leave the program; the game goes on, and waits for you"),
)


class Picked(NamedTuple):
    """A move, or what else was wanted."""

    option: Json | None
    wish: str = ""


class Picker:
    """Shows the moves of a turn and asks until one is chosen."""

    def __init__(self, look: Look, options: Sequence[Json]) -> None:
        self.look, self.all = look, mildest_first(options)
        self.shown, self.upto = self.all, AT_ONCE

    def pick(self) -> Picked:
        """Ask for a move; the end of the input leaves."""
        self.show(0)
        while True:
            try:
                said = self.look.desk.console.input(self._prompt()).strip()
            except EOFError:
                return Picked(None, LEAVE)
            if said in {"q", "quit"}:
                return Picked(None, LEAVE)
            if said == RESIGN:
                return Picked(None, RESIGN)
            if said.isdecimal() and 1 <= int(said) <= len(self.shown):
                return Picked(self.shown[int(said) - 1])
            self._answer(said)

    def show(self, start: int) -> None:
        """Show the moves from a number on."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold cyan")
        for number, option in enumerate(self.shown[start : self.upto], start=start + 1):
            grid.add_row(str(number), *move_cells(self.look.edition, option, self.look.names))
        self.look.desk.say(grid)
        if len(self.shown) > self.upto:
            self.look.desk.say(Text(f"    {len(self.shown) - self.upto} more: m", "dim"))

    def _answer(self, said: str) -> None:
        """Do what is no move."""
        look, view = self.look, self.look.view
        if said in {"m", "more"}:
            start, self.upto = min(self.upto, len(self.shown)), self.upto + AT_ONCE
            self.show(start)
        elif said.startswith("/"):
            self._narrow(said[1:].strip())
        elif said in {"b", "board"}:
            look.desk.say(
                show_board(look.edition, position_of_view(view["table"]), look.desk.console.width)
            )
        elif said in {"s", "sheets", ""}:
            look.desk.say(look.picture())
            self.show(0)
        else:
            self._help(said)

    def _narrow(self, part: str) -> None:
        found = [option for option in self.all if part.lower() in self._words(option)]
        self.shown, self.upto = found or self.all, AT_ONCE
        if not found:
            self.look.desk.say(Text(f"No move mentions {part}.", "yellow"))
        self.show(0)

    def _words(self, option: Json) -> str:
        cells = move_cells(self.look.edition, option, self.look.names)
        return " ".join(cell.plain for cell in cells).lower()

    def _help(self, said: str) -> None:
        if said != "?":
            self.look.desk.say(Text(f"{said} is none of the numbers.", "yellow"))
        grid = Table.grid(padding=(0, 2))
        for key, meaning in HELP:
            grid.add_row(Text(f"  {key}", "bold"), meaning)
        self.look.desk.say(grid)

    def _prompt(self) -> Text:
        count = len(self.shown)
        numbers = "1" if count == 1 else f"1-{count}"
        return Text.assemble(("Your move ", "bold"), (f"[{numbers}, ? for help] ", "dim"))
