"""Tables as the API has them."""

from typing import Final

from marshmallow import Schema, fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.lobby.api.schemas.people import a_moment
from services.lobby.app.house_bots import LEVELS
from services.lobby.core.people import BOT, PERSON
from services.lobby.core.table import Status
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Pattern
from services.plumbing.http.schemas.parameters import LARGEST, bounded
from services.plumbing.http.schemas.shorthand import flag, listed, part, shaped, text, whole, word

ID: Final = r"^[A-Za-z0-9_-]{22}$"
"""The form of the ids of tables, tickets and tournaments."""
INVITE: Final = ID
MOST_SEATS: Final = 5
LEAST_SECONDS: Final = 5
MOST_SECONDS: Final = 14 * 24 * 60 * 60
ON_EXPIRY: Final = ("resign", "play")
CURSOR: Final = "^[A-Za-z0-9_-]+$"
LONGEST_CURSOR: Final = 200
TAKEOVER: Final = (
    "Whether a bot plays on in the seat of somebody who leaves the game, or whose time is up where "
    "that means to resign; the result still is a forfeit. No, if left out."
)


def in_path(name: str, about: str) -> dict[str, object]:
    """Describe the id of something in an address."""
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": about,
        "schema": {"type": "string", "pattern": ID},
        "example": "Zm9yLWV4YW1wbGUtb25seQ",
    }


TABLE_IN_PATH: Final = in_path("table", "The id of a table.")


class Clock(Document):
    """How long a turn may take."""

    seconds_per_turn = whole(LEAST_SECONDS, MOST_SECONDS)
    on_expiry = word(
        ON_EXPIRY,
        "When time is up the seat resigns, or the turn is played with as little harm as can be.",
        required=False,
        load_default="resign",
    )


class ClockSet(Document):
    """How long a turn may take."""

    seconds_per_turn = whole(LEAST_SECONDS, MOST_SECONDS)
    on_expiry = word(ON_EXPIRY)


class NewTable(Document):
    """A table to be opened."""

    examples = ({"game": "gob-rome", "most": 2, "clock": {"seconds_per_turn": 120}},)

    game = shaped(EDITION, LONGEST_EDITION, "A city, or a box.")
    least = whole(
        1,
        MOST_SEATS,
        "With fewer it cannot start; all that is allowed if left out.",
        required=False,
    )
    most = whole(1, MOST_SEATS, "With so many it is full.", required=False)
    public = flag("Whether spectators may look.", required=False, load_default=True)
    private = flag(
        "Whether one needs the invitation to sit down; it is on no list then.",
        required=False,
        load_default=False,
    )
    starts_full = flag(
        "Whether the game begins by itself when the table is full.",
        required=False,
        load_default=True,
    )
    takeover = flag(TAKEOVER, required=False)
    bots = word(
        LEVELS,
        "The platform's own bots take all other seats at once, and play like this.",
        required=False,
    )
    clock = part(Clock, required=False)


class Seat(Document):
    """Somebody at a table."""

    player = shaped(PLAYER, LONGEST_PLAYER)
    kind = word((PERSON, BOT))
    name = text()


class PlayedGame(Document):
    """The game at a table."""

    id = shaped(GAME, 22)
    edition = shaped(EDITION, LONGEST_EDITION, "The city that is played.")
    address = text("Where it is played.")


class TableResult(Document):
    """How a game ended, by seat."""

    ranks = listed(whole(1, MOST_SEATS))
    totals = listed(whole(-LARGEST, LARGEST, allow_none=True))
    standings = listed(text())
    winners = listed(whole(0, MOST_SEATS - 1), about="Seats.")


class Table(Document):
    """A table."""

    id = shaped(ID, 22)
    game = shaped(EDITION, LONGEST_EDITION, "A city, or a box.")
    status = word([str(each) for each in Status])
    host = shaped(PLAYER, LONGEST_PLAYER)
    seats = listed(part(Seat), 0, MOST_SEATS)
    least = whole(1, MOST_SEATS)
    most = whole(1, MOST_SEATS)
    public = flag()
    private = flag()
    starts_full = flag()
    takeover = flag()
    clock = part(ClockSet, allow_none=True)
    playing = part(PlayedGame, "The game, once it has begun.", allow_none=True)
    result = part(TableResult, "How it ended.", allow_none=True)
    reason = text("Why it could not be started, or was closed.", allow_none=True)
    rematch_of = shaped(ID, 22, "The table of the game before.", allow_none=True)
    rematch = shaped(ID, 22, "The table of the game after.", allow_none=True)
    invite = shaped(INVITE, 22, "For those who sit here, to be passed on.", allow_none=True)
    created_at = a_moment("When it was opened.")
    changed_at = a_moment("When it was last changed.")


class TablePage(Document):
    """Some tables, the oldest first."""

    items = listed(part(Table))
    next = fields.String(required=True, allow_none=True, metadata={"description": "For `after`."})


class Paged(Schema):
    """Which page."""

    after = fields.String(
        validate=[validate.Length(1, LONGEST_CURSOR), Pattern(CURSOR)],
        metadata={"description": "The `next` of the page before."},
    )
    limit = bounded(1, 100, "How many at most.", load_default=50)


class TablesQuery(Paged):
    """Which tables."""

    game = fields.String(
        validate=[validate.Length(max=LONGEST_EDITION), Pattern(EDITION)],
        metadata={"description": "Only tables of this city or box."},
    )
    seats = bounded(1, MOST_SEATS, "Only tables that can be played with so many.")


class Invitation(Schema):
    """What opens a private table."""

    invite = fields.String(
        validate=[validate.Length(max=22), Pattern(INVITE)],
        metadata={"description": "The invitation to a private table."},
    )


class SeatWanted(Document):
    """Somebody wants to sit down."""

    examples = ({},)

    invite = shaped(INVITE, 22, "The invitation, if the table is private.", required=False)


class BotsWanted(Document):
    """Bots for the free seats of a table."""

    examples = ({"level": "random"},)

    level = word(LEVELS, "How they play.", required=False, load_default=LEVELS[0])
    count = whole(1, MOST_SEATS, "How many; all that are free if left out.", required=False)


class Version(Document):
    """A version that is up."""

    edition_version = whole(1, LARGEST)
    engine_version = whole(1, LARGEST)


class ServedEdition(Document):
    """Something that can be played now."""

    id = shaped(EDITION, LONGEST_EDITION)
    kind = word(("city", "box"))
    players = listed(whole(1, MOST_SEATS), 1, None, "With how many.")
    versions = listed(part(Version), about="Of a city: which versions are up.")


class ServedEditions(Document):
    """What can be played now."""

    items = listed(part(ServedEdition))
    next = fields.String(required=True, allow_none=True)
