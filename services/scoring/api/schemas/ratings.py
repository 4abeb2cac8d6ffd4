"""Ratings, leaderboards and histories."""

from typing import Final

from marshmallow import Schema, fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Pattern
from services.plumbing.http.schemas.parameters import LARGEST, QueryInteger, bounded
from services.plumbing.http.schemas.shorthand import listed, part, shaped, text, whole, word
from services.scoring.api.schemas.scores import MOST_SEATS, an_edition
from services.scoring.app.leaderboard import CURSOR
from services.scoring.core.rating import ALL, POOLS, THRESHOLDS, USUAL_THRESHOLD

MOST_ROWS: Final = 100
ROWS: Final = 50
PLAYER_IN_PATH: Final = {
    "name": "player",
    "in": "path",
    "required": True,
    "description": "The id of a player.",
    "schema": {"type": "string", "pattern": PLAYER, "maxLength": LONGEST_PLAYER},
    "example": "ana",
}


def a_number(about: str) -> fields.Float:
    """Make a field for a number that need not be whole."""
    return fields.Float(required=True, metadata={"description": about})


def a_player() -> fields.String:
    """Make a field for a player's id."""
    return shaped(PLAYER, LONGEST_PLAYER)


class LeaderboardQuery(Schema):
    """Which part of which leaderboard."""

    pool = fields.String(
        validate=validate.OneOf(POOLS),
        load_default=ALL,
        metadata={"description": "Games among people, among bots, or all."},
    )
    min_games = QueryInteger(
        validate=validate.OneOf(THRESHOLDS),
        load_default=USUAL_THRESHOLD,
        metadata={"description": "Only players with at least so many rated games."},
    )
    after = fields.String(
        validate=[validate.Length(max=80), Pattern(CURSOR)],
        metadata={"description": "The `next` of the page before."},
    )
    limit = bounded(1, MOST_ROWS, "How many at most.", load_default=ROWS)
    player = fields.String(
        validate=[validate.Length(max=LONGEST_PLAYER), Pattern(PLAYER)],
        metadata={"description": "Whose own row is wanted; the caller's if left out."},
    )


class RatingsQuery(Schema):
    """Which part of a player's history."""

    edition = fields.String(
        validate=[validate.Length(max=LONGEST_EDITION), Pattern(EDITION)],
        metadata={"description": "Show the history of this edition too."},
    )
    after = bounded(1, LARGEST, "The `next` of the page before.")
    limit = bounded(1, MOST_ROWS, "How many games of the history at most.", load_default=ROWS)


class Strength(Document):
    """A strength, and how sure it is."""

    mu = a_number("The strength that is most likely.")
    sigma = a_number("How unsure that is: a standard deviation.")
    ordinal = a_number("What the player is worth almost certainly: mu - 3 sigma.")
    games = whole(0, LARGEST, "Rated games.")
    wins = whole(0, LARGEST, "Victories in them, shared ones included.")


class Row(Strength):
    """A player on a leaderboard."""

    position = whole(1, LARGEST, "Equal ones share it; null with too few games.", allow_none=True)
    player = a_player()


class Leaderboard(Document):
    """A page of a leaderboard, the best first."""

    edition = an_edition()
    pool = word(POOLS)
    min_games = whole(1, LARGEST)
    total = whole(0, LARGEST, "How many players are on it.")
    items = listed(part(Row), 0, MOST_ROWS)
    next = text("To be given as `after`; null on the last page.", allow_none=True)
    own = part(Row, "The row of the player asked for, on this page or not.", allow_none=True)


class PlayerRating(Strength):
    """A rating of a player in an edition and a pool."""

    edition = an_edition()
    pool = word(POOLS)


class PoolRating(Document):
    """What a rating was after a game."""

    pool = word(POOLS)
    mu = a_number("The strength that is most likely.")
    sigma = a_number("How unsure that is.")


class RatedGame(Document):
    """A game that counted."""

    number = whole(1, LARGEST, "Rated games of the player are counted from 1.")
    game = shaped(GAME, 22)
    at = fields.String(required=True, metadata={"format": "date-time"})
    rank = whole(1, MOST_SEATS, "Among those who were rated.")
    of = whole(2, MOST_SEATS, "How many were rated.")
    ratings = listed(part(PoolRating), 1, len(POOLS), "What the ratings were after it.")


class History(Document):
    """A page of the rated games of a player in an edition, the latest first."""

    edition = an_edition()
    total = whole(0, LARGEST)
    items = listed(part(RatedGame), 0, MOST_ROWS)
    next = whole(1, LARGEST, "To be given as `after`; null on the last page.", allow_none=True)


class PlayerRatings(Document):
    """Everything about how strong a player is."""

    player = a_player()
    ratings = listed(part(PlayerRating))
    history = part(History, "Null if no edition was named.", allow_none=True)
