"""What the scripts are told, as JSON."""

from typing import Any, NamedTuple

import orjson

from services.scoring.store.ports import Derived


class Plan(NamedTuple):
    """What follows from results, in the form of the scripts."""

    boards: tuple[str, ...]
    players: tuple[str, ...]
    """Whose boards and histories are written; the scripts get a key for each, in this order."""
    text: bytes


def plan_of(derived: Derived) -> Plan:
    """Write down what follows from results, for a script."""
    histories: dict[str, list[str]] = {}
    for player, entry in derived.history:
        histories.setdefault(player, []).append(entry.decode())
    document: dict[str, Any] = {
        "records": {player: record.decode() for player, record in derived.records.items()},
        "boards": [
            {"name": name, "spots": [(repr(spot.value), spot.player) for spot in spots]}
            for name, spots in derived.boards.items()
        ],
        "history": list(histories.values()),
        "counters": dict(derived.counters),
    }
    return Plan(tuple(derived.boards), tuple(histories), orjson.dumps(document))
