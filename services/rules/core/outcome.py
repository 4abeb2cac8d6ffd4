"""What a game comes to, as every family says it: facts of every seat, for scoring."""

from collections.abc import Iterable

from services.rules.core.family import Edition
from services.rules.core.types import JsonObject


def outcome_of(
    edition: Edition, *, finished: bool, seats: Iterable[tuple[str, JsonObject]]
) -> JsonObject:
    """Give standing and sheet of every seat; of an unfinished game, as they stand.

    Secret objectives are among the facts: before the end this is for services, not for people.
    """
    return {
        "edition": edition.id,
        "version": edition.version,
        "finished": finished,
        "seats": [
            {"seat": seat, "standing": standing, "sheet": sheet}
            for seat, (standing, sheet) in enumerate(seats)
        ],
    }
