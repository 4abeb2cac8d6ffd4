"""A bot plays its turn over the public API: legal moves, a move, until others are to play."""

from http import HTTPStatus
from random import Random
from typing import Any, Final

import httpx

from clients.bots.choosing import LEVELS

MOST_MOVES: Final = 50
"""More than a turn has: whoever needs more has lost the thread."""


class TurnError(Exception):
    """The rules do not answer as they should; the turn is tried again."""


def play_turn(http: httpx.Client, message: dict[str, Any]) -> int:
    """Play while it is the bot's turn; give the number of moves.

    Somebody who comes second, or too late, finds nothing to do: a move is made once for a version.
    """
    choose, moves = LEVELS[message["level"]], 0
    headers = {"Authorization": f"Bearer {message['token']}"}
    for _ in range(MOST_MOVES):
        legal = http.get(f"{message['address']}/legal-moves", headers=headers)
        if legal.status_code in {HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT}:
            return moves
        options = _read(legal)
        if not options["moves"]:
            return moves
        version, chance = options["version"], Random(f"{message['game']}:{options['version']}")  # noqa: S311
        body = {"expected_version": version, "move": choose(options["moves"], chance)}
        key = {"Idempotency-Key": f"{message['player']}-{version}"}
        answer = http.post(f"{message['address']}/moves", json=body, headers=headers | key)
        if answer.status_code == HTTPStatus.CONFLICT:
            continue  # others were faster
        _read(answer)
        moves += 1
    raise TurnError(f"{MOST_MOVES} moves, and it is still the turn of {message['player']}")


def _read(answer: httpx.Response) -> dict[str, Any]:
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        raise TurnError(f"the rules answer {answer.status_code}: {answer.text[:200]}")
    document: dict[str, Any] = answer.json()
    return document
