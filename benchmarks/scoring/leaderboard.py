"""Reads of a leaderboard that very many players are on, through the real API."""

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

import orjson

from benchmarks.api.load import Figures, body_of, request, run
from benchmarks.api.measure import CONNECTIONS
from benchmarks.api.servers import served
from deploy.keys import issue_token
from services.lobby.keys import ensure_keys
from services.plumbing.connections import connect
from services.scoring.api.schemas.ratings import MOST_ROWS
from services.scoring.app.derive import board_name, spot_of
from services.scoring.core.rating import ALL, USUAL_THRESHOLD, Rating
from services.scoring.store.ports import Derived
from services.scoring.store.redis import RedisResults

SERVICE: Final = "services.scoring.api:create_app()"
EDITION: Final = "gob-london"
PATH: Final = f"/scoring/v1/leaderboards/{EDITION}"
PLAYERS: Final = 100_000
AT_ONCE: Final = 500
"""Players that are put on the board in one go."""
ASKED: Final = 64
"""How many different pages and players are asked for."""
FIRST: Final = "first page, 50 rows"
MIDDLE: Final = "a page in the middle, by its cursor"
OWN: Final = "own position, with a token"
WARM: Final = 1.0
SECONDS: Final = 2.0
SLICES: Final = 4


def fill(redis_url: str, players: int = PLAYERS) -> None:
    """Put players on the board of a store without results, as if it had been made anew."""
    results, random = RedisResults(connect(redis_url)), Random("leaderboard")
    generation = results.begin(EDITION)
    for first in range(0, players, AT_ONCE):
        names = [f"player-{at}" for at in range(first, min(first + AT_ONCE, players))]
        results.add(EDITION, generation, _derived({name: _rating(random) for name in names}))
    results.swap(EDITION, generation, 0)


def measure_reads(
    redis_url: str, folder: Path, seconds: float = SECONDS, slices: int = SLICES
) -> dict[str, Figures]:
    """Measure the reads of a full board in turns."""
    keys = ensure_keys(folder / "keys")
    with served(SERVICE, redis_url, keys, folder / "api.log") as port:
        kinds = {FIRST: [request("GET", PATH)], MIDDLE: middle(port), OWN: own(folder / "keys")}
        for sent in kinds.values():
            run(port, _spread(sent), WARM)
        found = {name: Figures() for name in kinds}
        for _ in range(slices):
            for name, sent in kinds.items():
                found[name].add(run(port, _spread(sent), seconds))
    return found


def middle(port: int) -> list[bytes]:
    """Give requests for pages in the middle of the board."""
    total = orjson.loads(body_of(port, request("GET", PATH)))["total"]
    half = total // 2 // MOST_ROWS
    found = islice(cursors(port), half, half + ASKED)
    return [request("GET", f"{PATH}?after={each}") for each in found]


def cursors(port: int) -> Iterator[str]:
    """Turn one page after the other."""
    after = ""
    while after is not None:
        query = f"limit={MOST_ROWS}" + (f"&after={after}" if after else "")
        after = orjson.loads(body_of(port, request("GET", f"{PATH}?{query}")))["next"]
        if after is not None:
            yield after


def own(keys: Path) -> list[bytes]:
    """Give requests of players who look for themselves, wherever on the board they are."""
    return [
        request("GET", f"{PATH}?limit=1", issue_token(keys, f"player-{at}")) for at in range(ASKED)
    ]


def _rating(random: Random) -> Rating:
    games = random.randint(USUAL_THRESHOLD, 60)
    return Rating(random.gauss(25, 6), random.uniform(1, 7), games, random.randint(0, games))


def _derived(ratings: dict[str, Rating]) -> Derived:
    spots = [spot_of(player, rating) for player, rating in ratings.items()]
    records = {player: orjson.dumps({ALL: list(rating)}) for player, rating in ratings.items()}
    return Derived(records, {board_name(ALL, USUAL_THRESHOLD): spots}, [], {})


def _spread(sent: list[bytes]) -> list[Iterator[bytes]]:
    """Let every connection send all of them again and again, each beginning elsewhere."""
    return [cycle(sent[at % len(sent) :] + sent[: at % len(sent)]) for at in range(CONNECTIONS)]
