"""A message that cannot be taken is kept with the reason, until somebody deals with it.

It is kept with its edition, so that it is taken from the dead in the moment it is taken after
all. What belongs to no edition we know is kept in a place of its own.
"""

import hashlib
import json
import re
from typing import Any

from services.plumbing.moments import moment
from services.scoring.app.finished_game import MESSAGE
from services.scoring.app.scoring import Scoring
from services.scoring.store.ports import Dead


def bury(scoring: Scoring, message: Any, reason: str) -> str | None:  # noqa: ANN401
    """Keep a message with the reason; give its id, or None if one of this id was taken before."""
    id_ = dead_id(message)
    document = {"at": moment(scoring.now()), "reason": reason, "message": message}
    dead = Dead(id_, json.dumps(document).encode())  # it writes down what others refuse to
    return id_ if scoring.results.bury(place_of(scoring, message), dead) else None


def place_of(scoring: Scoring, message: Any) -> str | None:  # noqa: ANN401
    """Name the edition with which a message is kept, if there is such an edition."""
    edition = message.get("edition") if isinstance(message, dict) else None
    return edition if isinstance(edition, str) and edition in scoring.tables else None


def dead_id(message: Any) -> str:  # noqa: ANN401
    """Give the id of a message; one that has none gets one from what it says."""
    given = message.get("id") if isinstance(message, dict) else None
    if isinstance(given, str) and re.fullmatch(MESSAGE, given):
        return given
    text = json.dumps(message, sort_keys=True, default=str)
    return f"nameless-{hashlib.sha256(text.encode()).hexdigest()[:32]}"
