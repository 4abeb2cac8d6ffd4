"""Tournaments as the API has them."""

from datetime import UTC, datetime
from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.lobby.api.schemas.people import LONGEST_NAME, NAME, a_moment, distinct
from services.lobby.api.schemas.tables import (
    ID,
    MOST_SEATS,
    TAKEOVER,
    Clock,
    ClockSet,
    Paged,
    in_path,
)
from services.lobby.app.house_bots import LEVELS
from services.lobby.core.people import BOT, PERSON
from services.lobby.core.tiebreaks import TIEBREAKS
from services.lobby.core.tournament import Format, Stage
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import StrictList
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import flag, listed, part, shaped, text, whole, word

MOST_ENTRIES: Final = 512
MOST_ROUNDS: Final = 50
MOST_MINUTES: Final = 24 * 60
USUAL_TIEBREAKS: Final = ("opponents_points", "wins", "points_scored", "lot")
USUAL_CLOCK: Final = {"seconds_per_turn": 120, "on_expiry": "resign"}
LONGEST_REASON: Final = 200
TOURNAMENT_IN_PATH: Final = in_path("tournament", "The id of a tournament.")
ROUND_IN_PATH: Final = {
    "name": "number",
    "in": "path",
    "required": True,
    "description": "The number of a round, counted from 1.",
    "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST},
    "example": 1,
}
POD_IN_PATH: Final = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "The id of the game of a table.",
    "schema": {"type": "string", "pattern": GAME},
    "example": "Zm9yLWV4YW1wbGUtb25seQ",
}


def some_sizes(about: str) -> StrictList:
    """Make a field for numbers of people at a table."""
    return StrictList(
        whole(2, MOST_SEATS),
        required=False,
        validate=[validate.Length(1, MOST_SEATS - 1), distinct],
        metadata={"description": about, "uniqueItems": True},
    )


class Moment(fields.String):
    """A time in RFC 3339; it is kept in UTC."""

    def _deserialize(self, value: Any, *more: Any, **named: Any) -> str:  # noqa: ANN401
        given = super()._deserialize(value, *more, **named)
        try:
            moment = datetime.fromisoformat(given)
        except ValueError as error:
            raise ValidationError("Not a time such as 2026-01-01T12:00:00Z.") from error
        if moment.tzinfo is None:
            raise ValidationError("The time needs its offset, such as Z.")
        return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def in_quarters(points: float) -> None:
    """Refuse what cannot be shared exactly."""
    if not (points * 4).is_integer():
        raise ValidationError("Not in quarters of a point.")


def some_places(size: int) -> StrictList:
    """Make a field for what the places at a table are worth."""
    worth = fields.Float(
        required=True, validate=[validate.Range(0, 100), in_quarters], metadata={"multipleOf": 0.25}
    )
    return StrictList(
        worth, data_key=str(size), attribute=str(size), validate=validate.Length(size, size)
    )


class Points(Document):
    """Match points of an organiser's own, in quarters of a point."""

    two = some_places(2)
    three = some_places(3)
    four = some_places(4)
    five = some_places(5)


class NewTournament(Document):
    """A tournament to be made."""

    examples = (
        {"name": "Friday swiss", "game": "gob-paris", "format": "swiss", "size": 4, "rounds": 5},
        {"name": "Cup", "game": "gob-paris-rome", "format": "knockout", "advance": 1},
    )

    name = shaped(NAME, LONGEST_NAME)
    game = shaped(EDITION, LONGEST_EDITION, "A city, or a box.")
    format = word([str(each) for each in Format])
    size = whole(
        2, MOST_SEATS, "How many sit at a table; as many as can if left out.", required=False
    )
    sizes = some_sizes("Which other numbers may be, where the wanted one does not divide.")
    rounds = whole(
        0,
        MOST_ROUNDS,
        "Of a swiss. Of a round-robin 0 means: until all have met.",
        required=False,
        load_default=5,
    )
    advance = whole(
        1,
        MOST_SEATS - 1,
        "How many of each table go on in a knockout.",
        required=False,
        load_default=1,
    )
    minutes = whole(1, MOST_MINUTES, "How long an arena goes on.", required=False, load_default=60)
    tiebreaks = StrictList(
        word(TIEBREAKS),
        required=False,
        load_default=lambda: list(USUAL_TIEBREAKS),
        validate=[validate.Length(max=len(TIEBREAKS)), distinct],
        metadata={
            "description": "What decides between equal points, in order.",
            "uniqueItems": True,
        },
    )
    points = part(
        Points,
        "Match points by the number at a table, from the first place on. Left out: 3 for the first "
        "place down to 0 in equal steps.",
        required=False,
    )
    clock = part(Clock, required=False, load_default=lambda: dict(USUAL_CLOCK))
    most = whole(2, MOST_ENTRIES, "How many may enter.", required=False, load_default=MOST_ENTRIES)
    late = flag("Whether one may enter while it runs.", required=False, load_default=True)
    public = flag("Whether spectators may look at its games.", required=False, load_default=True)
    takeover = flag(TAKEOVER, required=False)
    starts_at = Moment(metadata={"description": "When it starts by itself.", "format": "date-time"})


class Entry(Document):
    """Somebody who takes part, or did."""

    player = shaped(PLAYER, LONGEST_PLAYER)
    name = text()
    kind = word((PERSON, BOT))
    entered_at = a_moment("When they entered.")
    since = whole(1, LARGEST, "The first round that they could be drawn for.")
    withdrawn_in = whole(0, LARGEST, "The last one, if they have left.", allow_none=True)


class Tournament(Document):
    """A tournament."""

    id = shaped(ID, 22)
    name = text()
    game = shaped(EDITION, LONGEST_EDITION, "A city, or a box.")
    organiser = shaped(PLAYER, LONGEST_PLAYER)
    format = word([str(each) for each in Format])
    stage = word([str(each) for each in Stage])
    size = whole(2, MOST_SEATS)
    sizes = listed(whole(2, MOST_SEATS), 1)
    rounds_planned = whole(0, LARGEST, "How many rounds there will be; 0 if nobody knows yet.")
    round = whole(0, LARGEST, "The latest round; 0 before the first.")
    advance = whole(1, MOST_SEATS - 1)
    minutes = whole(1, MOST_MINUTES)
    tiebreaks = listed(word(TIEBREAKS))
    points = fields.Dict(
        fields.String(),
        fields.List(fields.Float()),
        required=True,
        allow_none=True,
        metadata={"description": "The organiser's own match points by size of table."},
    )
    clock = part(ClockSet)
    most = whole(2, MOST_ENTRIES)
    late = flag()
    public = flag()
    takeover = flag()
    created_at = a_moment("When it was made.")
    starts_at = a_moment("When it starts by itself.", allow_none=True)
    started_at = a_moment("When it started.", allow_none=True)
    ended_at = a_moment("When it ended.", allow_none=True)
    reason = text("Why it was cancelled, or ended early.", allow_none=True)
    entries = listed(part(Entry))


class TournamentPage(Document):
    """Some tournaments, the newest first."""

    items = listed(part(Tournament))
    next = fields.String(required=True, allow_none=True, metadata={"description": "For `after`."})


class TournamentsQuery(Paged):
    """Which tournaments."""

    stage = fields.String(
        validate=validate.OneOf([str(each) for each in Stage]),
        metadata={"description": "Only those that are so far."},
    )


class BotsEntering(Document):
    """Bots that shall take part."""

    examples = ({"level": "random", "count": 8},)

    level = word(LEVELS, "How they play.", required=False, load_default=LEVELS[0])
    count = whole(1, MOST_ENTRIES, "How many.")


class Cancelling(Document):
    """Why a tournament is broken off."""

    examples = ({"reason": "the hall is closed"},)

    reason = shaped(NAME, LONGEST_REASON, required=False, load_default="cancelled")


class Correcting(Document):
    """What an organiser makes of a result."""

    examples = ({"ranks": [2, 1], "reason": "the wrong seat had resigned"},)

    ranks = listed(whole(1, MOST_SEATS), 2, MOST_SEATS, "The ranks by seat.")
    reason = shaped(NAME, LONGEST_REASON)
