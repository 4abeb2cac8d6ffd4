"""Somebody asks what can be played here."""

from services.rules.app.rules import Rules
from services.rules.core.registry import Entry
from services.rules.core.types import JsonObject


def list_editions(rules: Rules, after: str, limit: int) -> JsonObject:
    """Give the editions served here in short, by id."""
    names = [name for name in rules.served.entries if name > after]
    page = names[:limit]
    return {
        "items": [_card(rules.served.entry(name)) for name in page],
        "next": page[-1] if len(page) < len(names) else None,
    }


def _card(entry: Entry) -> JsonObject:
    whole = entry.family.edition_to_json(entry.edition)
    card = {name: whole[name] for name in ("id", "name", "family", "version", "players")}
    return {**card, "engine": entry.family.ENGINE_VERSION}
