"""Somebody asks what can be played, here or at other engines."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from services.contracts.messages import Engine
from services.rules.app.rules import Rules
from services.rules.core.registry import Entry
from services.rules.core.types import JsonObject


def list_editions(
    rules: Rules, announced: Iterable[Engine], after: str, limit: int
) -> dict[str, Any]:
    """Give the newest of every edition in short, by id: those served here, and by other engines."""
    found = [card for engine in announced if (card := engine.get("card"))]
    found += [card_of(entry) for entry in rules.served.entries.values()]
    cards = {card["id"]: card for card in sorted(found, key=_age)}
    names = [name for name in sorted(cards) if name > after]
    page = names[:limit]
    return {
        "items": [cards[name] for name in page],
        "next": page[-1] if len(page) < len(names) else None,
    }


@cache
def card_of(entry: Entry) -> JsonObject:
    """Give an edition in short; it never changes while we run."""
    whole = entry.family.edition_to_json(entry.edition)
    card = {name: whole[name] for name in ("id", "name", "family", "version", "players")}
    return {**card, "engine": entry.family.ENGINE_VERSION}


def _age(card: dict[str, Any]) -> tuple[int, int]:
    return card["version"], card["engine"]
