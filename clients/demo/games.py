"""Games of the show: tables with bots, and one seat of each played by a bot of the show's own."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from clients.bots.choosing import levels
from clients.bots.playing import play_turn
from clients.cli.api import Json, Platform

PAUSE: Final = 0.3
RENEW: Final = 300.0
"""Seconds after which a signed token is renewed; it is good for ten minutes."""
SECONDS: Final = 30.0


@dataclass
class Game:
    """One of the games, as it was last seen."""

    table: Json
    first: Json
    """Its view at the beginning."""
    view: Json = field(init=False)

    def __post_init__(self) -> None:
        self.view = self.first

    @property
    def edition(self) -> str:
        """Which city is played."""
        return str(self.table["playing"]["edition"])

    @property
    def address(self) -> str:
        """Where it is played."""
        return str(self.table["playing"]["address"])

    @property
    def over(self) -> bool:
        """Whether it is finished, and scored."""
        return self.table["result"] is not None

    @property
    def done(self) -> float:
        """How much of it has been played: by rounds, or by the cards that are left."""
        now, begun = self.view["table"], self.first["table"]
        if self.view["finished"]:
            return 1.0
        if "rounds" in now:
            return float(max(now["round"] - 1, 0) / now["rounds"])
        return float(1 - now["deck"] / max(begun["deck"], 1))


class Seat:
    """The bot of the show: it plays over the API, as a bot of anybody would."""

    def __init__(self, platform: Platform, level: str) -> None:
        self.platform, self.level = platform, level
        self.player = str(platform.lobby.get_me()["player"]["id"])
        self._http = httpx.Client(timeout=SECONDS)
        self._minds: Mapping[str, Any] = levels()
        self._token, self._until = "", 0.0

    def open(self, edition: str, players: int) -> Game:
        """Open a table, with bots in all other seats."""
        body: Json = {"game": edition, "most": players, "bots": self.level}
        table = self._begun(self.platform.lobby.open_table(body))
        return Game(table, self.platform.rules.get_game(table["playing"]["address"]))

    def look(self, game: Game) -> None:
        """See how a game stands; play if it is our turn, and ask for the result after its end."""
        if not game.view["finished"]:
            game.view = self.platform.rules.get_game(game.address)
            if game.view["table"]["seat"] in game.view["to_play"]:
                play_turn(self._http, self._message(game), self._minds)
        else:
            game.table = self.platform.lobby.get_table(game.table["id"])

    def _message(self, game: Game) -> Json:
        """Write what one of the platform's own bots is told when it may move."""
        if time.monotonic() >= self._until:
            self._token = self.platform.lobby.sign_game_token()["token"]
            self._until = time.monotonic() + RENEW
        return {
            "game": game.table["playing"]["id"],
            "address": game.address,
            "player": self.player,
            "level": self.level,
            "token": self._token,
        }

    def _begun(self, table: Json) -> Json:
        """Wait for an engine that comes up later than the others."""
        lobby, until = self.platform.lobby, time.monotonic() + SECONDS
        while not table["playing"] and time.monotonic() < until:
            time.sleep(PAUSE)
            table = lobby.start_table(table["id"])
        return table


def play_all(seat: Seat, games: Sequence[Game], show: Callable[[Game], None]) -> None:
    """Play games to their ends, all at once; show each after every look at it."""
    while running := [game for game in games if not game.over]:
        for game in running:
            seat.look(game)
            show(game)
        time.sleep(PAUSE)
