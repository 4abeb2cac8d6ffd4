"""On the Underground: the table as somebody sees it, and the ledgers."""

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import (
    by_name,
    how_many,
    key,
    listed,
    part,
    text,
    whole,
    word,
)
from services.rules.api.schemas.table import LAST_SEAT, Outcome, Table
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS
from services.rules.families.on_the_underground.check import COLOURS, SECRETS
from services.rules.families.on_the_underground.state import OPEN_CARDS, PHASES, STANDINGS
from services.rules.families.on_the_underground.turns import ACTIONS, LAST


class RerStations(Document):
    """RER stations that a line is connected to."""

    first = how_many("Where it was the first line.")
    later = how_many("Where another line was before.")


class LineLedger(Document):
    """What a line is connected to, as facts without points; only what its city has."""

    rail = how_many("National Rail stations.", required=False)
    terminus = by_name(how_many(), "How often each reward was taken at a terminus.")
    clusters = how_many(required=False)
    water = how_many("Water icons.", required=False)
    rer = part(RerStations, required=False)
    rides = how_many("Journeys of the passenger that used it.")
    secrets = listed(
        text(),
        0,
        SECRETS,
        "The owner's secret objectives that it connects; may be hidden.",
        required=False,
        allow_none=True,
    )


class OnTheUndergroundSheet(Document):
    """What a player has, as facts without points; only what the city has."""

    branch_tiles = how_many()
    landmark_tiles = by_name(how_many(), "Landmark tiles of each type.", required=False)
    landmark_sets = how_many("Landmark sets scored.", required=False)
    lines = by_name(part(LineLedger), "The player's lines, by their colours.")


class LineOnBoard(Document):
    """A line on the board."""

    line = key("Its colour.")
    tokens = how_many("Track tokens left.")
    track = listed(
        listed(key(), 2, 2), 0, MOST, "The connections with a token of it, two stations each."
    )
    ends = listed(key(), 0, MOST, "The stations where it ends.")


class OnTheUndergroundSeat(Document):
    """A player of On the Underground, as somebody sees them."""

    seat = whole(0, LAST_SEAT)
    standing = word(sorted(STANDINGS))
    lines = listed(part(LineOnBoard), min(COLOURS.values()), max(COLOURS.values()))
    secret_objectives = listed(
        text(), 0, SECRETS, "Those it was dealt; may be hidden.", allow_none=True
    )
    sheet = part(OnTheUndergroundSheet)


class OnTheUndergroundTable(Table):
    """A game of On the Underground as a seat sees it, or a spectator; what is hidden is null."""

    phase = word(sorted(PHASES))
    turn = whole(1, about="Turns are counted from 1; seats take them in order.")
    actions = whole(0, ACTIONS + LAST, "Actions left in this turn.")
    visits = whole(0, OPEN_CARDS, "Destinations that the passenger still goes to in this turn.")
    passenger = key("The station where the passenger stands.")
    destinations = listed(key(), 0, OPEN_CARDS, "The open cards, longest open first.")
    deck = how_many("Destination cards left in the deck.")
    landmarks = by_name(text(), "The types of tiles that still lie at landmark stations.")
    seats = listed(part(OnTheUndergroundSeat), 1, MOST_SEATS)


class OnTheUndergroundResult(Document):
    """What a player of On the Underground comes to."""

    seat = whole(0, LAST_SEAT)
    standing = word(sorted(STANDINGS))
    sheet = part(OnTheUndergroundSheet)


class OnTheUndergroundOutcome(Outcome):
    """What a game of On the Underground comes to, as facts for scoring; nothing is hidden."""

    seats = listed(part(OnTheUndergroundResult), 1, MOST_SEATS)
