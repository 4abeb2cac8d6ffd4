"""A hall: a tournament, those who take part, and what other services tell about its games."""

from random import Random
from typing import Any

import orjson

from services.lobby.app.create_tournament import create_tournament
from services.lobby.app.entering import enter_tournament
from services.lobby.app.running import (
    start_tournament,
)
from services.lobby.app.take_message import take_message
from services.lobby.app.tournaments import (
    find_tournament,
)
from services.lobby.core.tournament import Pod, Stage, Tournament
from services.plumbing.callers import Caller
from tests.lobby.app.people import REQUEST, Town

BODY = {
    "name": "Friday",
    "game": "gob-paris",
    "format": "swiss",
    "size": 4,
    "rounds": 3,
    "advance": 1,
    "minutes": 60,
    "tiebreaks": ["opponents_points", "lot"],
    "clock": {"seconds_per_turn": 120, "on_expiry": "resign"},
    "most": 512,
    "late": True,
    "public": True,
}


class Hall:
    """A tournament with its organiser, and everybody's games played by chance."""

    def __init__(self, here: Town, entries: int, **body: Any) -> None:
        self.here, self.chance = here, Random(7)  # noqa: S311
        self.organiser = here.caller("Olga")
        wanted = {**BODY, **body}
        self.id = str(create_tournament(here.lobby, self.organiser, wanted, REQUEST)["id"])
        self.people = [here.caller(f"Player {number}") for number in range(entries)]
        for person in self.people:
            self.enter(person)

    @property
    def now(self) -> Tournament:
        """The tournament as it is."""
        return find_tournament(self.here.lobby, self.id)

    def enter(self, person: Caller) -> None:
        """Let somebody enter."""
        enter_tournament(self.here.lobby, person, self.id, REQUEST)

    def start(self) -> None:
        """Start it."""
        start_tournament(self.here.lobby, self.organiser, self.id, REQUEST)
        self.here.work()

    def wanted(self) -> list[Any]:
        """Give the games that were asked for, and let the messages leave."""
        records = self.here.lobby.records
        waiting = records.outbox("", 2**62)
        records.sent("", waiting)
        found = [orjson.loads(each.message) for each in waiting]
        return [each for each in found if each["type"] == "create_game.1"]

    def tell(self, type_: str, game: str, **more: Any) -> str:
        """Let another service tell something about a game."""
        message = {"type": type_, "id": f"{type_}-{game}", "request_id": "r", "game": game, **more}
        return take_message(self.here.lobby, message)

    def created(self, message: Any) -> None:
        """Let the rules have created a game."""
        for _ in range(2):
            self.tell(
                "game_created.1",
                message["game"],
                address=f"http://rules/{message['game']}",
                edition=message["edition"],
                to_play=message["players"][:1],
                deadline=None,
            )

    def scored(self, pod: Pod) -> None:
        """Let a game end by chance, and be told of it twice."""
        seats = len(pod.players)
        ranks = self.chance.sample(range(1, seats + 1), seats)
        for _ in range(2):
            self.tell(
                "game_scored.1",
                pod.game,
                edition=pod.edition,
                players=list(pod.players),
                ranks=ranks,
                totals=[100 - rank for rank in ranks],
                standings=["playing"] * seats,
                winners=[ranks.index(1)],
            )

    def play_round(self) -> None:
        """Play all tables that are open."""
        for message in self.wanted():
            self.created(message)
        for pod in self.open_pods():
            self.scored(pod)

    def open_pods(self) -> list[Pod]:
        """Give the tables that are not over."""
        return [pod for each in self.now.rounds for pod in each.pods if not pod.is_over]

    def play_out(self, most: int = 60) -> None:
        """Play until it is over."""
        self.start()
        while self.now.stage == Stage.RUNNING:
            most -= 1
            assert most, "it does not end"
            self.play_round()
