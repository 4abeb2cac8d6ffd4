"""Games that are known beforehand: seeds, and the requests that play them."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import orjson

from benchmarks.api.load import body_of, request
from services.rules.core.chance import Seeded
from services.rules.core.registry import Entry

GAMES: Final = "/rules/v1/editions/{}/games"


class Play(NamedTuple):
    """A game on the server, and what is sent to play it."""

    path: str
    requests: list[bytes]


def creation(edition: str, seats: int, token: str, seed: str = "") -> bytes:
    """Ask for a game."""
    body = {"seats": players(seats), **({"seed": seed} if seed else {})}
    return request("POST", GAMES.format(edition), token, orjson.dumps(body))


def make(port: int, entry: Entry, seats: int, tokens: list[str], seed: str) -> Play:
    """Create a game, and write down the requests that play it to its end."""
    edition = entry.edition.id
    made = orjson.loads(body_of(port, creation(edition, seats, tokens[0], seed)))
    path = f"{GAMES.format(edition)}/{made['id']}"
    moves = enumerate(_moves(entry, seats, seed))
    return Play(path, [_move(path, tokens[seat], version, move) for version, (seat, move) in moves])


def players(seats: int) -> list[str]:
    """Name the players."""
    return [f"p{seat}" for seat in range(seats)]


def _moves(entry: Entry, seats: int, seed: str) -> Iterator[tuple[int, bytes]]:
    """Play a game here, without needless eliminations."""
    family, edition, chance = entry.family, entry.edition, Random(seed)
    state, _ = family.new_game(edition, seats, Seeded(seed))
    while family.to_play(state):
        seat = family.to_play(state)[0]
        options = family.legal_moves(edition, state, seat)
        chosen = options[chance.randrange(len(options))]
        for _ in range(8):
            if not getattr(chosen, "eliminating", False):
                break
            chosen = options[chance.randrange(len(options))]
        yield seat, orjson.dumps(family.move_to_json(chosen.move))
        state, _ = family.apply(edition, state, seat, chosen.move)


def _move(path: str, token: str, version: int, move: bytes) -> bytes:
    body = b'{"expected_version":%d,"move":%s}' % (version, move)
    return request("POST", f"{path}/moves", token, body)
