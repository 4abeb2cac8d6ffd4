"""A lobby for Schemathesis to find: people, tables and tournaments at several stages."""

from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import httpx
import orjson

from tests.service import Running

LOBBY: Final = "/lobby/v1"
FILE: Final = "lobby.json"
WAIT: Final = 60.0
TABLE: Final = {"game": "gob-rome", "most": 2, "starts_full": False}
CUP: Final = {"name": "Cup", "game": "gob-rome", "format": "swiss", "size": 2, "sizes": [2]}
HOOK: Final = {"url": "https://hooks.example/ana", "types": ["your_turn", "game_finished"]}


@dataclass
class LobbyStage:
    """What is there before the first request."""

    url: str
    mine: str
    """The token of the one who asks."""
    other: str
    """The token of somebody else."""
    finished_table: str = ""
    webhook: str = ""
    delivery: str = ""
    cup: str = ""
    """A tournament that runs."""
    played: str = ""
    """The game of one of its tables that is over."""
    tables: list[str] = field(default_factory=list)

    def save(self, folder: Path) -> None:
        """Write it down for another process."""
        (folder / FILE).write_bytes(orjson.dumps(asdict(self)))

    @classmethod
    def read(cls) -> "LobbyStage":
        """Read what was written down."""
        return cls(**orjson.loads(Path(FILE).read_bytes()))


class People:
    """Two people in the lobby, who bring things to where they are wanted."""

    def __init__(self, stage: LobbyStage) -> None:
        self._http = httpx.Client(base_url=stage.url, timeout=WAIT)
        self._tokens = {"mine": stage.mine, "other": stage.other}

    def close(self) -> None:
        """Go."""
        self._http.close()

    def send(self, who: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request to the lobby."""
        headers = {"Authorization": f"Bearer {self._tokens[who]}"}
        return self._http.request(method, f"{LOBBY}{path}", headers=headers, json=body)

    def done(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Send one that has to go well."""
        answer = self.send(who, method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def table(self, who: str = "mine", bots: int = 0, **body: Any) -> str:
        """Open a table."""
        id_ = str(self.done(who, "POST", "/tables", {**TABLE, **body})["id"])
        if bots:
            self.done(who, "POST", f"/tables/{id_}/bots", {"count": bots})
        return id_

    def cup(self, who: str = "mine", bots: int = 0, *, entered: bool = False) -> str:
        """Make a tournament."""
        id_ = str(self.done(who, "POST", "/tournaments", CUP)["id"])
        if bots:
            self.done(who, "POST", f"/tournaments/{id_}/bots", {"count": bots})
        if entered:
            self.done("mine", "POST", f"/tournaments/{id_}/entries")
        return id_

    def resign(self, who: str, address: str) -> None:
        """Leave a game."""
        token = self.done(who, "POST", "/game-tokens")["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert self._http.post(f"{address}/resignation", headers=headers).is_success

    def until(self, path: str, wanted: Any) -> Any:
        """Wait until what is at a path is as it is wanted."""
        until = monotonic() + WAIT
        while not wanted(found := self.done("mine", "GET", path)):
            assert monotonic() < until, f"{path}: {found}"
            sleep(0.1)
        return found


def set_lobby(service: Running) -> LobbyStage:
    """Let two people register, play, and have a tournament."""
    stage = LobbyStage(service.url, _register(service, "Ana"), _register(service, "Ben"))
    with closing(People(stage)) as people:
        stage.webhook = people.done("mine", "POST", "/webhooks", HOOK)["id"]
        stage.finished_table = _finished_table(people)
        deliveries = f"/webhooks/{stage.webhook}/deliveries"
        stage.delivery = people.until(deliveries, lambda each: each["items"])["items"][0]["id"]
        stage.cup = people.cup(bots=3, entered=True)
        people.done("mine", "POST", f"/tournaments/{stage.cup}/start")
        people.until(f"/tournaments/{stage.cup}", lambda each: each["round"] == 1)
        stage.played = _played(people, f"/tournaments/{stage.cup}/rounds/1")
        stage.tables = [people.table(), people.table("other"), stage.finished_table]
    return stage


def _register(service: Running, name: str) -> str:
    answer = httpx.post(f"{service.url}{LOBBY}/players", json={"name": name})
    return str(answer.json()["token"]["bearer"])


def _finished_table(people: People) -> str:
    """Let a game be over at once, because its person leaves."""
    id_ = people.table(bots=1)
    playing = people.done("mine", "POST", f"/tables/{id_}/start")["playing"]
    people.resign("mine", playing["address"])
    people.until(f"/tables/{id_}", lambda table: table["status"] == "finished")
    return id_


def _played(people: People, path: str) -> str:
    """Wait until a table of a round is over; the bots are quick."""
    found = people.until(path, lambda each: any(t["status"] == "finished" for t in each["tables"]))
    return str(next(each["game"] for each in found["tables"] if each["status"] == "finished"))
