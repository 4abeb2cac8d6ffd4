"""What happens in a game of Get on Board, as somebody sees it; what is hidden is null."""

from typing import Final

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind, StrictList
from services.plumbing.http.schemas.shorthand import (
    flag,
    how_many,
    listed,
    place,
    shaped,
    text,
    whole,
    word,
)
from services.rules.api.schemas.get_on_board import SIDES, ticket_number
from services.rules.api.schemas.moves import LONGEST_PATH
from services.rules.api.schemas.table import LAST_SEAT
from services.rules.core.seats import MOST_SEATS
from services.rules.families.get_on_board.capacities import CROWD_ZONES, ZONES
from services.rules.families.get_on_board.check import LETTERS
from services.rules.families.get_on_board.counts import LANDMARKS, OBJECTIVES
from services.rules.families.get_on_board.state import ROUNDS

MOST_NOTED: Final = 99
NOTED: Final = (
    *(zone for zone in ZONES if zone not in ("turn_zone", *CROWD_ZONES, "flirts")),
    *("light_flirts", "dark_flirts"),
    *("tourists_row", "businesspeople_row", "flirts_row"),
    *(f"{landmark}_note" for landmark in LANDMARKS),
)
"""What a route can cross off, resolve or note on a sheet."""


def noted(about: str) -> StrictList:
    """Make a field for what a route does to a sheet."""
    return listed(word(NOTED), 0, MOST_NOTED, about)


class DepartureChosen(Document):
    """A seat chose its departure, in secret until all have."""

    type = Kind("departure_chosen")
    seat = whole(0, LAST_SEAT)
    ticket = ticket_number("Hidden from the others.", allow_none=True)


class DeparturesRevealed(Document):
    """All departures lie open and the pawns stand on the map."""

    type = Kind("departures_revealed")
    tickets = listed(
        ticket_number(allow_none=True),
        1,
        MOST_SEATS,
        "One for each seat; null for one that left before.",
    )


class TicketRevealed(Document):
    """A round began."""

    type = Kind("ticket_revealed")
    round = whole(1, ROUNDS)
    ticket = ticket_number()
    inspector = whole(0, LAST_SEAT, "The seat that begins the round.")
    speedy = text("The colour of the speedy sections, where there are any.", allow_none=True)


class RoutePlotted(Document):
    """A seat played its turn."""

    type = Kind("route_plotted")
    seat = whole(0, LAST_SEAT)
    round = whole(1, ROUNDS)
    path = listed(place(), 1, LONGEST_PATH, "The intersections reached, in order.")
    metro = flag("Whether the last marker is the extra one of a crossed-off M.")
    turn_spaces = how_many("Spaces crossed off in the turn zone.")
    crowd = how_many("Spaces crossed off in the traffic or connections zone.")
    lights = how_many("Markers placed because of green lights.")
    fallback = flag("Whether the shape had become a single marker.")
    boxes = noted("What was crossed off, resolved or noted on the sheet, in order.")
    personal = shaped(
        "^[a-z]*$",
        LETTERS,
        "Letters reached of the personal objective; may be hidden.",
        allow_none=True,
    )
    eliminated = flag()


class ObjectiveCompleted(Document):
    """A seat completed a common objective."""

    type = Kind("objective_completed")
    seat = whole(0, LAST_SEAT)
    objective = word(OBJECTIVES)
    side = word(SIDES, "The side its card showed.")
