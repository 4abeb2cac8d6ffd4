"""Stepping through a game that was played, or as far as it has been."""

import sys

from rich.text import Text

from clients.cli.api import Json
from clients.cli.errors import ProblemError
from clients.cli.playing.look import Look
from clients.cli.rendering.board import draw_board
from clients.cli.rendering.events import event_line
from clients.cli.rendering.position import position_of_events


class Replay:
    """The log of a game, move by move."""

    def __init__(self, look: Look, start: int) -> None:
        self.look, self.log = look, read_log(look)
        self.last = max((entry["version"] for entry in self.log), default=0)
        self.at = min(max(start, 0), self.last)

    def run(self, auto: float | None) -> None:
        """Show step by step: as fast as told, as the person wants, or all at once."""
        if self.look.desk.json:
            for entry in self.log:
                self.look.desk.line(entry)
        elif auto is not None:
            self._by_itself(auto)
        elif by_hand():
            self._by_hand()
        else:
            for entry in self.log:
                self.look.tell(entry)

    def _by_itself(self, seconds: float) -> None:
        for at in range(self.at, self.last + 1):
            self.at = at
            self.show()
            self.look.desk.platform.conversation.sleep(seconds)
        self.look.finale()

    def _by_hand(self) -> None:
        self.show()
        while True:
            prompt = Text("Enter next, b back, a number, q end ", "dim")
            try:
                said = self.look.desk.console.input(prompt).strip()
            except EOFError:
                return
            if said in {"q", "quit"} or (not said and self.at == self.last):
                break
            self._go(said)
        if self.look.view["finished"] and self.at == self.last:
            self.look.finale()

    def _go(self, said: str) -> None:
        wanted = {"": self.at + 1, "b": self.at - 1}.get(said)
        if wanted is None and said.isdecimal():
            wanted = int(said)
        if wanted is None:
            self.look.desk.say(Text(f"{said} is none of these.", "yellow"))
            return
        self.at = min(max(wanted, 0), self.last)
        self.show()

    def show(self) -> None:
        """Show the board after a move, and what the move did."""
        look = self.look
        past = [entry for entry in self.log if entry["version"] <= self.at]
        position = position_of_events(look.edition, (entry["event"] for entry in past))
        look.desk.say(Text(f"Move {self.at} of {self.last}", "bold"))
        look.desk.say(draw_board(look.edition, position, look.desk.console.width))
        for entry in past:
            if entry["version"] == self.at:
                look.desk.say(event_line(look.edition, entry, look.names))


def read_log(look: Look) -> list[Json]:
    """Get all events: from the record once there is one, which hides nothing."""
    try:
        return list(look.rules.get_record(look.place.address)["log"])
    except ProblemError as error:
        if error.code != "game_not_finished":
            raise
    log: list[Json] = []
    while page := look.rules.read_events(look.place.address, after=len(log))["items"]:
        log += page
    return log


def by_hand() -> bool:
    """Tell whether somebody is there to step."""
    return sys.stdin.isatty()
