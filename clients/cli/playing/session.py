"""A seat in a game: choose when it is one's turn, follow the others when it is not."""

import json
import sys
from typing import Any, Final

from rich.console import Group
from rich.text import Text

from clients.cli.api import Json
from clients.cli.desk import Desk
from clients.cli.errors import CommandError, Exit, ProblemError, SettingsError
from clients.cli.places import Place
from clients.cli.playing.look import Look
from clients.cli.playing.picking import RESIGN, Picker
from clients.cli.rendering.moves import effect_words, move_words

OVERTAKEN: Final = {"stale_version", "not_your_turn", "game_over"}
"""The game has gone on meanwhile: look again."""
OUT: Final = {"eliminated", "resigned"}


class NotSeatedError(CommandError):
    """Somebody wants to play where they do not sit."""

    exit = Exit.NOT_ALLOWED


class Session:
    """Plays a game to its end, or until its player leaves."""

    def __init__(self, desk: Desk, place: Place, *, confirm: bool) -> None:
        self.desk, self.look, self.confirm = desk, Look(desk, place), confirm
        self.seat, self.legal = self.look.view["seat"], dict[str, Any]()
        if self.seat is None:
            raise NotSeatedError(
                "You do not sit in this game.", "You can look on: interchange watch GAME"
            )

    def run(self) -> bool:
        """Play; tell whether the game was played to its end."""
        if self.desk.json:
            self.desk.line({"game": self.look.view})
        while True:
            self.look.refresh()
            self.look.catch_up()
            if self.look.view["finished"]:
                self.look.finale()
                return True
            if self.seat not in self.look.view["to_play"]:
                self._wait()
            elif not self._turn():
                return False

    def _wait(self) -> None:
        """Tell what the others do, until it is one's turn or all is over."""
        self._say_who_is_waited_for()
        for entry in self.look.follow():
            self.look.tell(entry)
            if entry["number"] < self.look.view["events"]:
                continue
            self.look.refresh()
            mine = self.seat in self.look.view["to_play"] or self.look.view["finished"]
            if mine and self.look.seen >= self.look.view["events"]:
                return

    def _turn(self) -> bool:
        """Choose and play one move; tell whether the player stays."""
        self.legal = self._list()
        if not self.legal["moves"]:
            return True
        if self.desk.json:
            return self._turn_of_a_program()
        self.desk.say(Group(Text(), self.look.picture(), Text()))
        while True:
            picked = Picker(self.look, self.legal["moves"]).pick()
            if picked.option is None:
                return picked.wish == RESIGN and self._resign()
            try:
                if self._agreed(picked.option["move"]) and self._played(picked.option["move"]):
                    return True
            except ProblemError as error:
                if self._told(error):
                    return True

    def _agreed(self, move: Json) -> bool:
        """Let the platform say what the move would do, and ask."""
        if not self.confirm:
            return True
        preview = self._send(move, dry_run=True)["option"]
        words = move_words(self.look.edition, preview["move"])
        effect = effect_words(self.look.edition, preview, self.look.names)
        self.desk.say(Text.assemble((words, "bold"), f": {effect}" if effect else ""))
        return self._yes("Play it? [Y/n] ", default=True)

    def _played(self, move: Json) -> bool:
        for entry in self._send(move)["events"]:
            self.look.tell(entry)
        return True

    def _told(self, error: ProblemError) -> bool:
        """Say why something was refused; tell whether the game has gone on meanwhile."""
        if error.code not in OVERTAKEN and error.code != "illegal_move":
            raise error
        for line in error.lines():
            self.desk.say(Text(line, "yellow"))
        return error.code in OVERTAKEN

    def _send(self, move: Json, *, dry_run: bool = False) -> Json:
        """Play or try a move; if others moved meanwhile and it is still legal, once more."""
        body: Json = {"move": move} | ({"dry_run": True} if dry_run else {})
        for last in (False, True):
            version = self.legal["version"]
            try:
                return self._post(body | {"expected_version": version})
            except ProblemError as error:
                if error.code != "stale_version" or last:
                    raise
                self.legal = self._list()
                if all(option["move"] != move for option in self.legal["moves"]):
                    raise
        raise AssertionError("the second time is the last")

    def _post(self, body: Json) -> Json:
        return self.look.rules.play_move(self.look.place.address, body)

    def _list(self) -> Json:
        return self.look.rules.list_legal_moves(self.look.place.address)

    def _resign(self) -> bool:
        if self._yes("Give the game up? [y/N] ", default=False):
            for entry in self.look.rules.resign(self.look.place.address)["events"]:
                self.look.tell(entry)
        return True

    def _yes(self, question: str, *, default: bool) -> bool:
        try:
            said = self.desk.console.input(Text(question, "bold")).strip().lower()
        except EOFError:
            return False
        return default if not said else said in {"y", "yes"}

    def _say_who_is_waited_for(self) -> None:
        standing = self.look.view["table"]["seats"][self.seat]["standing"]
        if standing in OUT:
            self.desk.say(Text("You are out; the others play on.", "dim"))
            return
        others = ", ".join(self.look.names[seat] for seat in self.look.view["to_play"])
        self.desk.say(Text(f"      waiting for {others} …", "dim"))

    def _turn_of_a_program(self) -> bool:
        """Write the moves, and read the number of one or a move as JSON."""
        self.desk.line({"legal_moves": self.legal})
        said = sys.stdin.readline()
        if not said.strip():
            return False
        self.desk.line({"played": self._send(_move_said(self.legal["moves"], said))})
        return True


def _move_said(options: list[Json], said: str) -> Any:  # noqa: ANN401 (a move)
    try:
        wanted = json.loads(said)
        return wanted if isinstance(wanted, dict) else options[_index(wanted, len(options))]["move"]
    except (ValueError, TypeError) as error:
        text = f"{said.strip()} is neither a move nor a number from 1 to {len(options)}."
        raise SettingsError(text) from error


def _index(wanted: Any, count: int) -> int:  # noqa: ANN401 (JSON)
    if not 1 <= wanted <= count:
        raise ValueError(wanted)
    return int(wanted) - 1
