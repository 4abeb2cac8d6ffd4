"""Moments of real games as a bot meets them, and the same with other secrets."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from clients.bots.choosing import Asked
from services.rules.families import FAMILIES
from services.rules.families.get_on_board.edition import Edition as GobEdition
from tests.rules.get_on_board import secrets as gob
from tests.rules.on_the_underground import secrets as otu
from tests.support import EDITIONS


def scenes(name: str, seats: int) -> list[Any]:
    """Give moments of several games, among them such in which somebody has left."""
    if EDITIONS[name].family is FAMILIES["get-on-board"]:
        return [*gob.scenes(name, seats)]
    return [*otu.scenes(name, seats)]


def disguised(name: str, state: Any, viewer: int, seed: str) -> Any:
    """Give a state that looks the same to the viewer, and is another as far as can be."""
    edition = EDITIONS[name].edition
    if isinstance(edition, GobEdition):
        return gob.disguised(edition, state, viewer, seed)
    return otu.disguised(state, viewer, seed)


def turns(name: str, seats: int) -> Iterator[tuple[Any, int]]:
    """Give the moments in which somebody may move, each with one who may."""
    for state in scenes(name, seats):
        seats_to_play = EDITIONS[name].family.to_play(state)
        if seats_to_play:
            yield state, seats_to_play[-1]


def view(name: str, state: Any, viewer: int) -> Any:
    """Give what a seat sees, as the API sends it."""
    entry = EDITIONS[name]
    return json.loads(json.dumps(entry.family.view(entry.edition, state, viewer)))


def asked(name: str, state: Any, seat: int, seed: str = "asked") -> Asked:
    """Ask a bot for a move, as the worker does."""
    entry = EDITIONS[name]
    options = entry.family.legal_moves(entry.edition, state, seat)
    listed = [option.to_json() for option in options]
    return Asked(view(name, state, seat), json.loads(json.dumps(listed)), Random(seed))  # noqa: S311
