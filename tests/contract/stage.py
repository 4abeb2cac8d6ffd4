"""Games for Schemathesis to find: at several stages, of a player whose token it gets."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx
import orjson

from tests.service import Running

STAGE: Final = "stage.json"
ANSWERS: Final = "answers.txt"
"""Files in the folder in which Schemathesis runs: what it finds, and what it notes."""
PLAYER: Final = "ana"
"""Whose token it is; the examples of the contract have a seat for her."""
OTHERS: Final = ("ben", "cem", "dan", "eva")
SEED: Final = "stage"
STAGES: Final = (0, 9)
"""After how many moves a game waits for the player."""
PLAYED: Final = dict.fromkeys(("gob-paris", "gob-rome"), 3)
"""How many games are played to their end: these are quick, and so many make a leaderboard."""

Place: TypeAlias = list[str]
"""An edition and a game."""


@dataclass
class Stage:
    """What is there before the first request."""

    url: str
    tokens: dict[str, str]
    editions: dict[str, list[int]] = field(default_factory=dict)
    """Every edition, with the numbers of players it is for."""
    running: list[Place] = field(default_factory=list)
    """Games that wait for the player."""
    legal: dict[str, Any] = field(default_factory=dict)
    """The legal moves in those games, as they were listed."""
    leaving: list[Place] = field(default_factory=list)
    """Games for the player to resign from."""
    over: list[Place] = field(default_factory=list)
    """Games that everybody has left."""
    played: list[Place] = field(default_factory=list)
    """Games that were played to their end, so that they count for ratings."""
    hidden: list[Place] = field(default_factory=list)
    """Games of others which nobody else may look at."""

    @property
    def everything(self) -> list[Place]:
        """Every game."""
        return [*self.running, *self.leaving, *self.over, *self.played, *self.hidden]

    def save(self, path: Path) -> None:
        """Write it down for another process."""
        path.write_bytes(orjson.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> "Stage":
        """Read what was written down."""
        return cls(**orjson.loads(path.read_bytes()))


def set_stage(service: Running) -> Stage:
    """Create games of every edition."""
    stage = Stage(service.url, {name: service.token(name) for name in (PLAYER, *OTHERS)})
    with httpx.Client(base_url=stage.url) as client:
        cards = client.get("/rules/v1/editions").json()["items"]
        stage.editions = {card["id"]: card["players"] for card in cards}
        troupe = Troupe(client, stage.tokens)
        for edition in stage.editions:
            _prepare(edition, stage, troupe)
    return stage


def _prepare(edition: str, stage: Stage, troupe: "Troupe") -> None:
    count = min(stage.editions[edition])
    seats = [PLAYER, *OTHERS][:count]
    for moves in STAGES:
        place = troupe.create(edition, seats)
        stage.running.append(place)
        stage.legal[place[1]] = troupe.play_on(place, moves)
    stage.leaving.append(troupe.create(edition, seats))
    stage.over.append(troupe.finish(edition, seats))
    stage.played += [troupe.play(edition, seats) for _ in range(PLAYED.get(edition, 0))]
    stage.hidden.append(troupe.create(edition, list(OTHERS[:count]), public=False))


class Troupe:
    """Players who bring games to where they are wanted."""

    def __init__(self, client: httpx.Client, tokens: dict[str, str]) -> None:
        self._client = client
        self._tokens = tokens

    def create(self, edition: str, seats: list[str], **more: Any) -> Place:
        """Create a game."""
        body = {"seats": seats, "seed": SEED, **more}
        made = self._call("POST", f"/rules/v1/editions/{edition}/games", PLAYER, **body)
        return [edition, made["id"]]

    def play_on(self, place: Place, moves: int = 0) -> Any:
        """Play until it is the player's turn; give her legal moves, or None if the game is over."""
        while (shown := self._call("GET", address(place), PLAYER))["to_play"]:
            if shown["version"] >= moves and shown["seat"] in shown["to_play"]:
                return self._call("GET", f"{address(place)}/legal-moves", PLAYER)
            self._move(place, shown["players"][shown["to_play"][-1]])
        return None

    def look(self, place: Place) -> Any:
        """Look at a game as the player sees it, or as everybody does."""
        return self._client.get(address(place), headers=self._headers(PLAYER)).json()

    def play(self, edition: str, seats: list[str]) -> Place:
        """Create a game, and play it to its end."""
        place = self.create(edition, seats)
        while self.play_on(place):
            self._move(place, PLAYER)
        return place

    def finish(self, edition: str, seats: list[str]) -> Place:
        """Create a game which everybody leaves after a while."""
        place = self.create(edition, seats)
        self.play_on(place, STAGES[-1])
        for player in seats:
            if not self._call("GET", address(place), player)["finished"]:
                self._call("POST", f"{address(place)}/resignation", player)
        return place

    def _move(self, place: Place, player: str) -> None:
        legal = self._call("GET", f"{address(place)}/legal-moves", player)
        safe = [each for each in legal["moves"] if not each["would"].get("eliminating")]
        body = {"expected_version": legal["version"], "move": (safe or legal["moves"])[0]["move"]}
        self._call("POST", f"{address(place)}/moves", player, **body)

    def _call(self, method: str, path: str, player: str, **body: Any) -> Any:
        answer = self._client.request(
            method, path, headers=self._headers(player), json=body or None
        )
        assert answer.is_success, answer.text
        return answer.json()

    def _headers(self, player: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[player]}"}


def address(place: Place) -> str:
    """Say where a game is."""
    return "/rules/v1/editions/{}/games/{}".format(*place)
