"""The moves of both families, as requests bring them and lists of legal moves show them.

A document that fits may still be no move of the game it is meant for: the family says so.
"""

from typing import Final

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import flag, key, listed, place, whole
from services.rules.families.get_on_board.state import ROUNDS

LONGEST_PATH: Final = 12
"""Three markers and one for a green light or an M are the most on the boards so far."""
MOST_OUTCOMES: Final = 9_999
"""More than four destinations with every set of eleven lines."""


class ChooseDeparture(Document):
    """Get on Board: choose in secret one of the two tickets in hand."""

    examples = ({"type": "choose_departure", "ticket": 4},)

    type = Kind("choose_departure")
    ticket = whole(1, ROUNDS)


class PlotRoute(Document):
    """Get on Board: play a whole turn."""

    examples = ({"type": "plot_route", "path": ["C5", "C4"], "metro": False},)

    type = Kind("plot_route")
    path = listed(place(), 1, LONGEST_PATH, "The intersections reached, in order.")
    metro = flag("Whether the last marker is the extra one of a crossed-off M.", required=False)


class TakeBranch(Document):
    """On the Underground: take a branch tile."""

    examples = ({"type": "take_branch"},)

    type = Kind("take_branch")


class PlaceTrack(Document):
    """On the Underground: place a track token between two stations, named in either order."""

    examples = (
        {"type": "place_track", "line": "red", "from": "york-st", "to": "water-york-st"},
        {
            "type": "place_track",
            "line": "blue",
            "from": "creteil",
            "to": "charenton-ecoles",
            "terminus": "mixed",
            "set": True,
        },
    )

    class Meta:
        """A member has the name of a Python keyword."""

        include: Final = {"from": key("A station.")}

    type = Kind("place_track")
    line = key("The colour of the line.")
    to = key("The station at the other end of the connection.")
    terminus = key("The reward chosen at a terminus, where there is a choice.", required=False)
    set = flag("Whether to score a landmark set with replaced types.", required=False)


class MovePassenger(Document):
    """On the Underground: choose where the passenger goes, and by which lines."""

    examples = ({"type": "move_passenger", "outcome": 0},)

    type = Kind("move_passenger")
    outcome = whole(0, MOST_OUTCOMES, "Its number in the list of legal moves.")
