"""Engines as they announce themselves, and versions of editions that nobody has written."""

from dataclasses import replace
from time import time
from typing import Any, Final, cast

from services.contracts.messages import Engine
from services.plumbing.connections import Client
from services.rules.app.list_editions import card_of
from services.rules.core.registry import Entry, Registry
from services.rules.store.ports import Engines
from services.rules.store.redis_signals import RedisEngines
from tests.support import EDITIONS

ROME: Final = "gob-rome"
PUBLIC: Final = "https://play.example/rules/v1"
INSIDE: Final = "http://gateway:8080/rules/v1"


def at_version(version: int, edition: str = ROME) -> Entry:
    """Give an edition of the project as another version of itself."""
    found = EDITIONS[edition]
    city: Any = found.edition
    return Entry(replace(city, version=version), found.family)


def editions_at(version: int, edition: str = ROME) -> Registry:
    """Give all editions, one of them as another version of itself."""
    return Registry({**EDITIONS, edition: at_version(version, edition)})


def engine(version: int = 1, edition: str = ROME, **changed: Any) -> Engine:
    """Give what an engine announces, with something changed."""
    entry = at_version(version, edition)
    plain = Engine(
        edition=edition,
        edition_version=version,
        engine_version=entry.family.ENGINE_VERSION,
        players=list(entry.edition.players),
        address=PUBLIC,
        process=f"process-{version}",
        inside=INSIDE,
        upstream=f"http://rules-{edition}-{version}:8080",
        card=card_of(entry),
    )
    return cast("Engine", {**plain, **changed})


def from_before(version: int = 1, edition: str = ROME, **changed: Any) -> Engine:
    """Give what a process of earlier days announces."""
    known = ("edition", "edition_version", "engine_version", "players", "address", "process")
    whole: dict[str, Any] = {**engine(version, edition, **changed)}
    return cast("Engine", {name: whole[name] for name in known})


def announce(engines: Engines, *announced: Engine) -> None:
    """Let engines be up for a while."""
    engines.announce(announced, time() + 60)


def announce_in(client: Client, *announced: Engine) -> None:
    """Let engines be up, for whoever asks that server."""
    announce(RedisEngines(client), *announced)
