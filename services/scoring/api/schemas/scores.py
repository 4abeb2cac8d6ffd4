"""Sheets, what they are worth, and who won."""

from typing import Final

from marshmallow import fields

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import (
    MOST,
    by_name,
    flag,
    listed,
    part,
    shaped,
    text,
    whole,
    word,
)

MOST_SEATS: Final = 5
MOST_POINTS: Final = 9_999
STANDINGS: Final = ("playing", "eliminated", "resigned")
FAMILIES: Final = ("get-on-board", "on-the-underground")


def an_edition() -> fields.String:
    """Make a field for an edition's id."""
    return shaped(EDITION, LONGEST_EDITION)


def some_players() -> fields.List:  # type: ignore[type-arg]
    """Make a field for the players of a game, by seat."""
    return listed(shaped(PLAYER, LONGEST_PLAYER), 1, MOST_SEATS, "The players by seat.")


def a_seat(about: str = "") -> fields.Integer:
    """Make a field for the number of a seat."""
    return whole(0, MOST_SEATS - 1, about)


def some_points(*, allow_none: bool = False, about: str = "") -> fields.Integer:
    """Make a field for points; some zones cost points."""
    return whole(-MOST_POINTS, MOST_POINTS, about, allow_none=allow_none)


class ZonePoints(Document):
    """A zone of the sheet, and what its marks are worth."""

    zone = text("Its name, as in breakdowns.")
    term = text("How it is scored.")
    numbers = fields.Dict(
        fields.String(),
        required=True,
        metadata={"description": "What the term works with: values, boxes, points."},
    )


class PointsTable(Document):
    """What everything on the sheet of an edition is worth."""

    id = an_edition()
    family = word(FAMILIES)
    version = whole(1, MOST)
    sheet = listed(text(), 1, None, "Exactly the members that a sheet of this edition has.")
    zones = listed(part(ZonePoints), 1, None, "In the order of the breakdown.")


class SeatSheet(Document):
    """A seat with its sheet, as the rules show it."""

    seat = a_seat()
    standing = word(STANDINGS, "A seat that is out has no score.")
    sheet = fields.Dict(
        fields.String(),
        required=True,
        metadata={"description": "The sheet or ledger, with exactly the edition's members."},
    )


class ScoreRequest(Document):
    """Sheets to be scored and ranked."""

    edition = an_edition()
    sheets = listed(part(SeatSheet), 1, MOST_SEATS, "One for every seat.")


class SeatScore(Document):
    """What a seat has made of the game."""

    seat = a_seat()
    standing = word(STANDINGS)
    rank = whole(1, MOST_SEATS + 1, "Equal ranks are shared.")
    total = some_points(allow_none=True, about="Null for a seat that is out.")
    tie_break = by_name(
        some_points(), "What decides between equal points, by name.", allow_none=True
    )
    breakdown = by_name(some_points(), "Points by zone.", allow_none=True)


class Scores(Document):
    """What sheets are worth, and who won."""

    edition = an_edition()
    table_version = whole(1, MOST, "The version of the points table.")
    seats = listed(part(SeatScore), 1, MOST_SEATS)
    winners = listed(a_seat(), 0, MOST_SEATS, "Seats; a victory may be shared.")


class GameSeatScore(SeatScore):
    """What a seat has made of a game; of a running one perhaps not all is known."""

    hidden = flag("Whether something of it is hidden from the caller, so that it may be more.")


class GameScore(Document):
    """The score of a game."""

    game = shaped(GAME, 22)
    edition = an_edition()
    final = flag("False while the game is being played.")
    players = some_players()
    seats = listed(part(GameSeatScore), 1, MOST_SEATS)
    winners = listed(a_seat(), 0, MOST_SEATS, "Seats; of a running game those who lead.")
