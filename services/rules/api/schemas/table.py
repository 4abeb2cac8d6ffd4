"""What the tables of both families have in common."""

from typing import Final

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import flag, key, listed, whole
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS

LAST_SEAT: Final = MOST_SEATS - 1


class Rules(Document):
    """By which rules a game is played."""

    edition = key()
    version = whole(1, MOST, "The version of the edition; a running game keeps its own.")


class Table(Rules):
    """A table as somebody sees it."""

    engine = whole(1, MOST, "The version of the family's rules.")
    seat = whole(0, LAST_SEAT, "Who looks; null for a spectator.", allow_none=True)
    to_play = listed(whole(0, LAST_SEAT), 0, MOST_SEATS, "The seats still to act.")


class Outcome(Rules):
    """What a game comes to, as facts for scoring."""

    finished = flag("Whether these are the last facts of the game.")
