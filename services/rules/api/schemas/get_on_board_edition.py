"""Get on Board: a whole edition."""

from typing import Final

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import (
    by_name,
    flag,
    how_many,
    listed,
    part,
    place,
    shaped,
    text,
    whole,
    word,
)
from services.rules.api.schemas.edition import Edition
from services.rules.api.schemas.get_on_board import CARD, ticket_number
from services.rules.core.content import MOST
from services.rules.families.get_on_board.board import COLUMNS
from services.rules.families.get_on_board.capacities import BONUS_PASSENGERS, MOST_BOXES
from services.rules.families.get_on_board.counts import OBJECTIVES
from services.rules.families.get_on_board.describe import JOINTS
from services.rules.families.get_on_board.edition import FAMILY
from services.rules.families.get_on_board.moves import SHAPES
from services.rules.families.get_on_board.setup import OBJECTIVES as ON_THE_TABLE
from services.rules.families.get_on_board.sheet import ON_THE_MAP
from services.rules.families.get_on_board.state import ROUNDS

MOST_MARKERS: Final = max(shape.markers for shape in SHAPES.values())


class Intersection(Document):
    """A crossing of the map and what stands there."""

    name = place("Its column and its row.")
    x = whole(0, COLUMNS - 1, "Columns to the right.")
    y = how_many("Rows down.")
    things = listed(word(ON_THE_MAP), 1, about="What a line that comes here reaches.")
    landmark = text("The name of the landmark, if it is one.", allow_none=True)
    departure = ticket_number("The ticket that departs from here.", allow_none=True)
    letter = shaped("^[a-z]$", 1, "The letter for personal objectives.", allow_none=True)


class Section(Document):
    """A stretch between two neighbouring intersections."""

    intersections = listed(place(), 2, 2)
    mark = text(
        "Congested, or the border of the tickets that make it speedy for a game.", allow_none=True
    )


class Landmarks(Document):
    """The names of the landmarks, where the city has any."""

    university = text(required=False)
    monument = text(required=False)
    museum = text(required=False)
    office = text(required=False)


class RouteShape(Document):
    """A shape that tickets can ask for."""

    shape = word(SHAPES)
    markers = whole(1, MOST_MARKERS)
    joints = word(JOINTS.values(), "What it asks of the joints between its markers.")


class SheetTop(Document):
    """The top of a sheet: what tickets ask of the player who has it."""

    sheet_top = whole(1, MOST)
    shapes = listed(word(SHAPES), ROUNDS, ROUNDS, "The shapes of tickets 1 to 12.")


class Ticket(Document):
    """A ticket."""

    ticket = ticket_number()
    colour = text()
    border = text("Where the tickets have borders.", allow_none=True)


class CommonObjective(Document):
    """A common objective that may be drawn."""

    objective = word(OBJECTIVES)
    count = whole(1, about="How many complete it.")


class PersonalObjectives(Document):
    """The cards of the personal objectives, three letters of the map each."""

    hidden = flag("Whether they are secret until the end.")
    cards = listed(shaped(CARD, 3), 1)


class RowsOfBoxes(Document):
    """A zone with rows of boxes."""

    rows = whole(1, MOST_BOXES)
    boxes = whole(1, MOST_BOXES)


class RowsOfBusinesspeople(RowsOfBoxes):
    """The zone of businesspeople."""

    bonus = listed(
        word(BONUS_PASSENGERS), 1, MOST_BOXES, "What an office gives besides, for 1, 2 ... of them."
    )


class RowsOfCouples(Document):
    """The zone of flirts."""

    rows = whole(1, MOST_BOXES)
    couples = whole(1, MOST_BOXES)


class SheetZones(Document):
    """How many boxes each zone of the city's sheet has."""

    turn_zone = whole(1, MOST_BOXES)
    grannies = whole(1, MOST_BOXES, required=False)
    students = whole(1, MOST_BOXES, required=False)
    interns = whole(1, MOST_BOXES, required=False)
    universities = whole(1, MOST_BOXES, required=False)
    cinemas = whole(1, MOST_BOXES, required=False)
    tourists = part(RowsOfBoxes)
    monuments = whole(1, MOST_BOXES, required=False)
    museums = whole(1, MOST_BOXES, required=False)
    operas = whole(1, MOST_BOXES, required=False)
    theaters = whole(1, MOST_BOXES, required=False)
    businesspeople = part(RowsOfBusinesspeople, required=False)
    flirts = part(RowsOfCouples, required=False)
    metro = whole(1, MOST_BOXES, required=False)
    traffic = whole(1, MOST_BOXES, required=False)
    connections = whole(1, MOST_BOXES, required=False)


class GetOnBoardEdition(Edition):
    """A city of Get on Board: map, cards and sheet."""

    family = Kind(FAMILY)
    rounds = whole(ROUNDS, ROUNDS)
    departures = ticket_number("Tickets 1 to this number are dealt to choose a departure.")
    intersections = listed(part(Intersection), 1)
    sections = listed(part(Section), 1)
    legend = by_name(word(ON_THE_MAP), "What the letters of the drawn map stand for.")
    landmarks = part(Landmarks)
    shapes = listed(part(RouteShape), len(SHAPES), len(SHAPES))
    sheet_tops = listed(part(SheetTop), 1)
    tickets = listed(part(Ticket), ROUNDS, ROUNDS)
    common_objectives = listed(part(CommonObjective), ON_THE_TABLE)
    personal_objectives = part(PersonalObjectives)
    sheet = part(SheetZones)
