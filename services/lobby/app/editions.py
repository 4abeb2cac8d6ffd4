"""What can be played now, by which versions, and what could be played before."""

from dataclasses import dataclass, field
from typing import Final

from services.contracts.messages import Engine
from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import UnknownEditionError
from services.lobby.app.lobby import Lobby
from services.lobby.app.pages import slice_of
from services.lobby.core.boxes import BOXES, sizes_of
from services.plumbing.engines import newest, version_of
from services.plumbing.types import JsonObject

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Known:
    """Every city that was ever served, and the numbers of players it is for."""

    players: dict[str, tuple[int, ...]] = field(default_factory=dict)


KNOWN: Final = Kind("editions", Known)


def served_editions(lobby: Lobby, after: str | None, limit: int) -> JsonObject:
    """List cities and boxes that can be played now, with the versions that are up."""
    engines = lobby.engines.served()
    numbers = _numbers(engines)
    boxes = {name: sorted(sizes_of(name, numbers)) for name in BOXES}
    items: list[JsonObject] = [_city(name, numbers[name], engines) for name in sorted(numbers)]
    items += [
        {"id": name, "kind": "box", "players": list(sizes), "versions": []}
        for name, sizes in boxes.items()
        if sizes
    ]
    return slice_of(items, after, limit)


def sizes(lobby: Lobby, draft: Draft, game: str) -> frozenset[int]:
    """Say with how many something can be played, also when its engine is away for a while."""
    known = draft.get(KNOWN, ALL) or Known()
    players = {**known.players, **_numbers(lobby.engines.served())}
    if players != known.players:
        draft.put(KNOWN, ALL, Known(players))
    found = sizes_of(game, players)
    if not found:
        raise UnknownEditionError(f"nobody knows an edition or a box {game!r}")
    return found


def _numbers(engines: list[Engine]) -> dict[str, tuple[int, ...]]:
    """Say for how many each edition is, as its newest version has it: new games are of that one."""
    return {name: tuple(engine["players"]) for name, engine in newest(engines).items()}


def _city(name: str, players: tuple[int, ...], engines: list[Engine]) -> JsonObject:
    versions = {version_of(each) for each in engines if each["edition"] == name}
    return {
        "id": name,
        "kind": "city",
        "players": list(players),
        "versions": [
            {"edition_version": edition, "engine_version": engine}
            for edition, engine in sorted(versions)
        ],
    }
