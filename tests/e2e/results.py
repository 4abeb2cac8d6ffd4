"""Whole games over HTTP, and what scoring says about them there and on its command line."""

import subprocess
import sys
from typing import Any, Final

from deploy.settings import ROOT
from services.rules.store.ports import Place
from tests.e2e.players import GAMES, WAIT, Client, Game
from tests.service import Running
from tests.support import EDITIONS

SCORING: Final = "/scoring/v1"
SEED: Final = "tram"
"""The same cards each time: with these somebody reaches the end in every city."""
LONGEST: Final = 1000
"""Moves; no game has so many."""


def begin(client: Client, edition: str) -> Game:
    """Create a game of as few players as there may be."""
    seats = [f"p{seat}" for seat in range(min(EDITIONS[edition].edition.players))]
    answer = client.insist("POST", GAMES.format(edition), "p0", {"seats": seats, "seed": SEED})
    assert answer.status == 201, answer.body
    return Game(Place(edition, answer.json()["id"]), tuple(seats))


def play_carefully(client: Client, game: Game, moves: int = LONGEST) -> int:
    """Play on; nobody meets their own line if there is another way. Give the number of moves."""
    for number in range(moves):
        shown = client.look(game)
        if shown["finished"]:
            return number
        player = game.players[shown["to_play"][0]]
        client.move(game, player, _careful_idea(client, game, player, shown["version"]))
    return moves


def _careful_idea(client: Client, game: Game, player: str, version: int) -> Any:
    moves = client.read(f"{game.path}/legal-moves", player)["moves"]
    safe = [each for each in moves if not each["would"].get("eliminating")] or moves
    return {"expected_version": version, "move": safe[7 * version % len(safe)]["move"]}


def score_path(game: str) -> str:
    """Give the address of a game's score."""
    return f"{SCORING}/games/{game}/score"


def is_final(client: Client, game: str) -> bool:
    """Tell whether a result has arrived."""
    answer = client.send("GET", score_path(game))
    return answer.status == 200 and bool(answer.json()["final"])


def worth(client: Client, edition: str, seats: list[Any]) -> Any:
    """Ask what sheets are worth, as rules show them."""
    sheets = [{name: seat[name] for name in ("seat", "standing", "sheet")} for seat in seats]
    answer = client.send("POST", f"{SCORING}/scores", None, {"edition": edition, "sheets": sheets})
    assert answer.status == 200, answer.body
    return answer.json()


def leaderboard(client: Client, edition: str, pool: str = "all") -> Any:
    """Read a leaderboard with everybody on it."""
    return client.read(f"{SCORING}/leaderboards/{edition}?min_games=1&limit=100&pool={pool}")


def ratings(client: Client, player: str, edition: str) -> Any:
    """Read the ratings of a player, with the history in an edition."""
    return client.read(f"{SCORING}/players/{player}/ratings?edition={edition}&limit=100")


def statistics(client: Client, edition: str) -> Any:
    """Read what games have in common."""
    return client.read(f"{SCORING}/statistics/{edition}")


def command(service: Running, *arguments: str) -> tuple[int, list[str]]:
    """Run a command of scoring as an operator does; give its code and the lines it writes."""
    done = subprocess.run(
        [sys.executable, "-m", "services.scoring", *arguments],
        cwd=ROOT,
        env=service.environment,
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()
