"""An operator asks which versions still have games that are not over."""

from collections import Counter

import orjson

from services.plumbing.engines import Version
from services.rules.core.events import ENDING
from services.rules.store.ports import Games


def count_running(games: Games) -> dict[tuple[str, Version], int]:
    """Count the games that are not over, by edition and version.

    The log tells, whatever the version: every family ends it with the same event. A version whose
    games are all over is counted as well, with 0.
    """
    found: Counter[tuple[str, Version]] = Counter()
    for settled, last in games.last_events():
        version = Version(settled.edition_version, settled.engine_version)
        found[settled.edition, version] += orjson.loads(last)["event"]["type"] != ENDING
    return {key: found[key] for key in sorted(found)}
