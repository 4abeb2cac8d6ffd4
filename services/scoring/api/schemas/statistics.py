"""What many games have in common."""

from typing import Any

from marshmallow import fields

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import listed, part, text, whole
from services.scoring.api.schemas.scores import MOST_SEATS, a_seat, an_edition


def a_share(about: str) -> fields.Float:
    """Make a field for a number; null if there is nothing to divide by."""
    return fields.Float(required=True, allow_none=True, metadata={"description": about})


def an_integer(about: str) -> Any:  # noqa: ANN401
    """Make a field for a whole number, also below zero; null if there is none."""
    return whole(-LARGEST, LARGEST, about, allow_none=True)


class Spread(Document):
    """How values are spread."""

    count = whole(0, LARGEST, "How many values there are.")
    mean = a_share("The mean.")
    min = an_integer("The least.")
    quartiles = listed(
        fields.Float(), 3, 3, "The three values that part them in four.", allow_none=True
    )
    max = an_integer("The most.")


class Bar(Document):
    """How often a value was seen."""

    value = whole(-LARGEST, LARGEST)
    count = whole(1, LARGEST)


class ScoreSpread(Spread):
    """How totals are spread."""

    histogram = listed(part(Bar))


class SeatAdvantage(Document):
    """What became of those who sat in a seat."""

    seat = a_seat()
    games = whole(0, LARGEST)
    wins = whole(0, LARGEST, "Shared victories included.")
    shared_wins = whole(0, LARGEST)
    win_rate = a_share("Victories a game.")
    mean_rank = a_share("The mean rank.")


class ZoneStatistics(Document):
    """What a zone of the sheet has brought."""

    zone = text()
    points = whole(-LARGEST, LARGEST, "In all games together.")
    mean = a_share("Points a sheet.")
    share = a_share("Of all points; zones may cost points.")


class TableStatistics(Document):
    """The games of so many players."""

    players = whole(1, MOST_SEATS)
    games = whole(1, LARGEST)
    scores = part(ScoreSpread)
    seats = listed(part(SeatAdvantage), 1, MOST_SEATS)
    zones = listed(part(ZoneStatistics), 1)
    elimination_rate = a_share("Of all seats.")
    resignation_rate = a_share("Of all seats.")
    moves = part(Spread, "How many moves games had.")


class Statistics(Document):
    """What the games of an edition have in common."""

    edition = an_edition()
    games = whole(0, LARGEST)
    by_players = listed(part(TableStatistics), 0, MOST_SEATS, "By number of players.")
