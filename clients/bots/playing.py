"""A bot plays its turn over the public API: look, legal moves, a move, until others are to play."""

from collections.abc import Mapping
from http import HTTPStatus
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

import httpx

from clients.bots.choosing import Asked, Chooser

MOST_MOVES: Final = 50
"""More than a turn has: whoever needs more has lost the thread."""
GONE: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT}


class TurnError(Exception):
    """The rules do not answer as they should; the turn is tried again."""


class Thought(NamedTuple):
    """A move, and how long it was thought about."""

    move: Any
    milliseconds: int


def play_turn(
    http: httpx.Client, message: Mapping[str, Any], levels: Mapping[str, Chooser]
) -> list[Thought]:
    """Play while it is the bot's turn; give the moves made.

    Somebody who comes second, or too late, finds nothing to do: a move is made once for a version.
    """
    made: list[Thought] = []
    for _ in range(MOST_MOVES):
        options = _look(http, message, "/legal-moves")
        if options is None or not options["moves"]:
            return made
        game = _look(http, message, "")
        if game is None or game["version"] != options["version"]:
            continue  # others were faster
        thought = _think(levels[message["level"]], message, game, options)
        if _move(http, message, options["version"], thought):
            made.append(thought)
    raise TurnError(f"{MOST_MOVES} moves, and it is still the turn of {message['player']}")


def _think(
    choose: Chooser, message: Mapping[str, Any], game: Mapping[str, Any], options: Mapping[str, Any]
) -> Thought:
    chance = Random(f"{message['game']}:{options['version']}")  # noqa: S311
    begun = perf_counter()
    move = choose(Asked(game["table"], options["moves"], chance))
    return Thought(move, round(1000 * (perf_counter() - begun)))


def _move(http: httpx.Client, message: Mapping[str, Any], version: int, thought: Thought) -> bool:
    """Make a move; others may have been faster."""
    body = {
        "expected_version": version,
        "move": thought.move,
        "thinking_ms": thought.milliseconds,
    }
    key = {"Idempotency-Key": f"{message['player']}-{version}"}
    address, headers = f"{message['address']}/moves", _bearer(message) | key
    answer = http.post(address, json=body, headers=headers)
    if answer.status_code == HTTPStatus.CONFLICT:
        return False
    _read(answer)
    return True


def _look(http: httpx.Client, message: Mapping[str, Any], what: str) -> dict[str, Any] | None:
    """Ask about the game; None if there is nothing to do in it any more."""
    answer = http.get(f"{message['address']}{what}", headers=_bearer(message))
    return None if answer.status_code in GONE else _read(answer)


def _bearer(message: Mapping[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {message['token']}"}


def _read(answer: httpx.Response) -> dict[str, Any]:
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        raise TurnError(f"the rules answer {answer.status_code}: {answer.text[:200]}")
    document: dict[str, Any] = answer.json()
    return document
