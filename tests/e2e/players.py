"""People who play over HTTP, and who ask again when they got no answer."""

import http.client
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import monotonic, sleep
from typing import Any, Final, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

import orjson

from services.rules.store.ports import Place
from tests.service import Running
from tests.support import EDITIONS

GAMES: Final = "/rules/v1/editions/{}/games"
WAIT: Final = 60.0
"""Seconds for an answer; a service that is started again takes some."""
PAUSE: Final = 0.05
T = TypeVar("T")


class Game(NamedTuple):
    """A game, and who plays it."""

    place: Place
    players: tuple[str, ...]

    @property
    def path(self) -> str:
        """Its address."""
        return f"{GAMES.format(self.place.edition)}/{self.place.game}"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        """Read its content."""
        return orjson.loads(self.body)


class Client:
    """A program that plays, on a connection of its own; a small one, as there are many."""

    def __init__(self, service: Running) -> None:
        self._service = service
        self._tokens: dict[str, str] = {}
        place = urlsplit(service.url)
        self._connection = http.client.HTTPConnection(place.netloc, timeout=WAIT)
        self.unanswered = 0
        """How often a request had to be repeated."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *reason: object) -> None:
        """Close the connection."""
        self._connection.close()

    def send(
        self, method: str, path: str, player: str | None = None, body: Any = None, **headers: str
    ) -> Answer:
        """Send a request once; a player's comes with a token."""
        self._request(method, path, player, body, headers)
        answer = self._connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())

    def lose(self, method: str, path: str, player: str, body: Any, **headers: str) -> None:
        """Send a request and hang up before it is answered."""
        self._request(method, path, player, body, headers)
        self._connection.close()

    def insist(
        self, method: str, path: str, player: str | None = None, body: Any = None, **headers: str
    ) -> Answer:
        """Send a request again and again, unchanged, until it is answered."""
        until = monotonic() + WAIT
        while monotonic() < until:
            try:
                answer = self.send(method, path, player, body, **headers)
            except (OSError, http.client.HTTPException):
                self._connection.close()
            else:
                if answer.status != 503:
                    return answer
            self.unanswered += 1
            sleep(PAUSE)
        raise TimeoutError(f"{method} {path} was not answered")

    def token(self, player: str) -> str:
        """Give the token of a player; making one takes a while."""
        if player not in self._tokens:
            self._tokens[player] = self._service.token(player)
        return self._tokens[player]

    def create(self, edition: str, *, players: int = 0, key: str | None = None) -> Game:
        """Create a game, of as few players as there may be if their number is not given."""
        seats = [f"p{seat}" for seat in range(players or min(EDITIONS[edition].edition.players))]
        keyed = {"Idempotency_Key": key} if key else {}
        answer = self.insist("POST", GAMES.format(edition), "p0", {"seats": seats}, **keyed)
        assert answer.status == 201, answer.body
        return Game(Place(edition, answer.json()["id"]), tuple(seats))

    def read(self, path: str, player: str | None = None) -> Any:
        """Read something that has to be there."""
        answer = self.insist("GET", path, player)
        assert answer.status == 200, answer.body
        return answer.json()

    def look(self, game: Game, player: str | None = None) -> Any:
        """Look at a game."""
        return self.read(game.path, player)

    def events(self, game: Game, player: str | None = None) -> Any:
        """Read the whole log as a player, or a spectator, may see it."""
        return self.read(f"{game.path}/events?limit=1000", player)["items"]

    def idea(self, game: Game, player: str, choice: int = 0) -> Any:
        """Choose a legal move and write it down as a request; None if it is not their turn."""
        legal = self.read(f"{game.path}/legal-moves", player)
        if not legal["moves"]:
            return None
        move = legal["moves"][choice % len(legal["moves"])]["move"]
        return {"expected_version": legal["version"], "move": move}

    def play(self, game: Game, moves: int) -> int:
        """Let those move whose turn it is; give how many moves there were before the end."""
        for number in range(moves):
            shown = self.look(game)
            if shown["finished"]:
                return number
            player = game.players[shown["to_play"][0]]
            self.move(game, player, self.idea(game, player, 7 * number))
        return moves

    def move(self, game: Game, player: str, body: Any) -> Any:
        """Make a move, once, whatever happens meanwhile; give the answer."""
        key = f"{game.place.game}-{body['expected_version']}"
        answer = self.insist("POST", f"{game.path}/moves", player, body, Idempotency_Key=key)
        assert answer.status == 201, answer.body
        return answer.json()

    def resign(self, game: Game, player: str, key: str) -> Any:
        """Let somebody leave, once, whatever happens meanwhile; give the answer."""
        path = f"{game.path}/resignation"
        answer = self.insist("POST", path, player, Idempotency_Key=key)
        assert answer.status == 201, answer.body
        return answer.json()

    def end(self, game: Game, **headers: str) -> None:
        """Let everybody leave, which ends the game."""
        for player in game.players:
            self.insist("POST", f"{game.path}/resignation", player, **headers)
        assert self.look(game)["finished"]

    def _request(
        self, method: str, path: str, player: str | None, body: Any, headers: dict[str, str]
    ) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if player is not None:
            named["Authorization"] = f"Bearer {self.token(player)}"
        if body is not None:
            named["Content-Type"] = "application/json"
        text = None if body is None else orjson.dumps(body)
        self._connection.request(method, path, text, named)


def together(number: int, act: Callable[[int], T]) -> list[T]:
    """Let so many threads act at the same moment, and give what each has got."""
    barrier = Barrier(number)

    def begin(at: int) -> T:
        barrier.wait(WAIT)
        return act(at)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(begin, range(number)))
