"""Get on Board: the table as somebody sees it, and the sheets."""

from typing import Final, Unpack

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Options, StrictInteger
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
from services.rules.api.schemas.table import LAST_SEAT, Outcome, Table
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS
from services.rules.families.get_on_board.capacities import MOST_BOXES
from services.rules.families.get_on_board.check import LETTERS
from services.rules.families.get_on_board.counts import OBJECTIVES
from services.rules.families.get_on_board.moves import SHAPES
from services.rules.families.get_on_board.setup import HAND
from services.rules.families.get_on_board.setup import OBJECTIVES as ON_THE_TABLE
from services.rules.families.get_on_board.state import BLUE, PHASES, ROUNDS, STANDINGS, YELLOW

CARD: Final = "^[a-z]{3}$"
SIDES: Final = (YELLOW, BLUE)


def ticket_number(about: str = "", **options: Unpack[Options]) -> StrictInteger:
    """Make a field for the number of a ticket."""
    return whole(1, ROUNDS, about, **options)


def boxes_crossed(about: str = "", **options: Unpack[Options]) -> StrictInteger:
    """Make a field for the boxes crossed off in a zone; few zones are on every sheet."""
    given: Options = {"required": False, **options}
    return whole(0, MOST_BOXES, about, **given)


class PassengerRows(Document):
    """Passengers in rows."""

    resolved = listed(whole(1, MOST_BOXES), 0, MOST_BOXES, "How many in each resolved row.")
    unresolved = boxes_crossed("How many in the topmost unresolved row.", required=True)


class Flirts(Document):
    """Flirts of a row."""

    light = boxes_crossed(required=True)
    dark = boxes_crossed(required=True)


class FlirtRows(Document):
    """Flirts in rows."""

    resolved = listed(part(Flirts), 0, MOST_BOXES, "Those of each resolved row.")
    unresolved = part(Flirts, "Those of the topmost unresolved row.")


class Metro(Document):
    """The M of a sheet."""

    circled = boxes_crossed(required=True)
    crossed = boxes_crossed("Those of them that were used.", required=True)


class LandmarkNotes(Document):
    """The numbers noted at landmarks, null where a line has not been."""

    university = how_many(allow_none=True)
    monument = how_many(allow_none=True)
    museum = how_many(allow_none=True)
    office = how_many(allow_none=True)


class GetOnBoardSheet(Document):
    """What a player has crossed off, as facts without points. A sheet has the zones of its city."""

    turn_zone = boxes_crossed(required=True)
    grannies = boxes_crossed()
    students = boxes_crossed()
    interns = boxes_crossed()
    universities = boxes_crossed()
    cinemas = boxes_crossed()
    tourists = part(PassengerRows)
    monuments = boxes_crossed()
    museums = boxes_crossed()
    operas = boxes_crossed()
    theaters = boxes_crossed()
    businesspeople = part(PassengerRows, required=False)
    flirts = part(FlirtRows, required=False)
    metro = part(Metro, required=False)
    traffic = boxes_crossed()
    connections = boxes_crossed()
    landmarks = part(LandmarkNotes, required=False)
    personal = listed(
        shaped("^[a-z]$", 1),
        0,
        LETTERS,
        "Letters reached of the personal objective; null where that is hidden.",
        allow_none=True,
    )
    common = by_name(word(SIDES), "Common objectives completed, with the side their card showed.")


class CommonObjectiveOnTable(Document):
    """A common objective of the game."""

    objective = word(OBJECTIVES)
    count = how_many("How many complete it.")
    side = word(SIDES, "Blue once somebody has completed it.")


class GetOnBoardSeat(Document):
    """A player of Get on Board, as somebody sees them."""

    seat = whole(0, LAST_SEAT)
    standing = word(sorted(STANDINGS))
    sheet_top = whole(1, MOST, "Which sheet top it has; it says what tickets ask for.")
    shape = word(SHAPES, "What the ticket asks of it in this round.", allow_none=True)
    hand = listed(
        ticket_number(),
        HAND,
        HAND,
        "The tickets to choose a departure from; hidden.",
        allow_none=True,
    )
    chosen = flag("Whether it has chosen its departure.")
    departure = ticket_number("The ticket chosen, hidden until all have.", allow_none=True)
    line = listed(place(), about="Where its line has been, the departure first.")
    personal_objective = shaped(CARD, 3, "Three letters; may be hidden.", allow_none=True)
    sheet = part(GetOnBoardSheet)


class GetOnBoardTable(Table):
    """A game of Get on Board as a seat sees it, or a spectator; what is hidden is null."""

    phase = word(sorted(PHASES))
    round = whole(0, ROUNDS, "0 while departures are chosen.")
    rounds = whole(ROUNDS, ROUNDS)
    ticket = ticket_number("The ticket of this round.", allow_none=True)
    tickets_revealed = listed(ticket_number(), 0, ROUNDS, "Those of the rounds so far, in order.")
    speedy = text("The colour of the speedy sections, where there are any.", allow_none=True)
    inspector = whole(0, LAST_SEAT, "The seat that begins the round.")
    common_objectives = listed(part(CommonObjectiveOnTable), ON_THE_TABLE, ON_THE_TABLE)
    seats = listed(part(GetOnBoardSeat), 1, MOST_SEATS)


class GetOnBoardResult(Document):
    """What a player of Get on Board comes to."""

    seat = whole(0, LAST_SEAT)
    standing = word(sorted(STANDINGS))
    sheet = part(GetOnBoardSheet)


class GetOnBoardOutcome(Outcome):
    """What a game of Get on Board comes to, as facts for scoring; nothing is hidden."""

    seats = listed(part(GetOnBoardResult), 1, MOST_SEATS)
