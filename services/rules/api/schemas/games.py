"""Games as the API has them: how they are asked for, looked at and played."""

from typing import Final

from marshmallow import fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import StrictInteger, StrictList
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import flag, listed, part, shaped, text, whole, word
from services.rules.api.schemas.table import LAST_SEAT
from services.rules.api.schemas.unions import (
    EventField,
    LegalMoveField,
    MoveField,
    OutcomeField,
    TableField,
)
from services.rules.app import log
from services.rules.app.expire_turn import ON_EXPIRY, RESIGN
from services.rules.app.forms import (
    LEAST_SECONDS,
    LONGEST_THOUGHT,
    MOST_SECONDS,
    ClockSet,
    a_player,
    some_players,
    some_stand_ins,
)
from services.rules.app.read_record import FORMAT
from services.rules.core.seats import MOST_SEATS

LONGEST_SEED: Final = 128
HASH: Final = "^[0-9a-f]{64}$"
MOMENT: Final = {"format": "date-time"}


def a_moment(about: str, *, allow_none: bool = False) -> fields.String:
    """Make a field for a time, in UTC."""
    metadata = {"description": about, **MOMENT}
    return fields.String(required=True, allow_none=allow_none, metadata=metadata)


def some_seats(about: str) -> StrictList:
    """Make a field for the seats that may move."""
    return listed(whole(0, LAST_SEAT), 0, MOST_SEATS, about)


def thinking_time(about: str) -> StrictInteger:
    """Make a field for how long somebody thought about a move, in milliseconds."""
    return whole(0, LONGEST_THOUGHT, about, required=False)


class Clock(Document):
    """How long a turn may take."""

    seconds_per_turn = whole(LEAST_SECONDS, MOST_SECONDS)
    on_expiry = word(
        ON_EXPIRY,
        "When time is up the seat resigns, or the engine plays the turn with as little harm as "
        "it can.",
        required=False,
        load_default=RESIGN,
    )


class NewGame(Document):
    """A game to be created."""

    examples = ({"seats": ["ana", "ben"]},)

    seats = some_players()
    seed = shaped(
        "^[!-~]+$",
        LONGEST_SEED,
        "Deals the very same cards again. A game whose seed is chosen says so (`seed_chosen`). "
        "Without it nobody knows the seed before the game is over.",
        required=False,
    )
    public = flag("Whether spectators may look.", required=False, load_default=True)
    clock = part(Clock, required=False)
    tell_turns = flag(
        "Whether the lobby is told of every turn, so that it can call people and bots.",
        required=False,
        load_default=False,
    )
    stand_ins = some_stand_ins(required=False)


class StandingIn(Document):
    """Somebody who plays a seat whose player has left."""

    seat = whole(0, LAST_SEAT)
    player = a_player()


def those_standing_in() -> StrictList:
    """Make a field for the seats that others play."""
    return listed(part(StandingIn), 0, MOST_SEATS, "Seats whose players have left to others.")


class Game(Document):
    """A game as the caller sees it."""

    id = shaped(GAME, 22)
    version = whole(0, LARGEST, "How many moves were made, and seats handed over.")
    edition = shaped(EDITION, LONGEST_EDITION)
    edition_version = whole(1, LARGEST)
    engine_version = whole(1, LARGEST)
    players = listed(a_player(), 1, MOST_SEATS, "The players by seat.")
    standing_in = those_standing_in()
    seat = whole(0, LAST_SEAT, "The caller's seat; null for a spectator.", allow_none=True)
    public = flag()
    created_at = a_moment("When it was created.")
    seed_commitment = shaped(HASH, 64, "The SHA-256 of the seed, which the record will show.")
    seed_chosen = flag("Whether the one who created the game named the seed.")
    clock = part(ClockSet, allow_none=True)
    deadline = a_moment("When the time of this turn is up.", allow_none=True)
    phase = text("What is being done; `finished` at the end.")
    to_play = some_seats("The seats that may move now.")
    finished = flag()
    events = whole(0, LARGEST, "How many events there are in the log.")
    table = TableField(required=True)


class MoveRequest(Document):
    """A move, made on a version of the game."""

    examples = (
        {
            "expected_version": 0,
            "move": {"type": "choose_departure", "ticket": 4},
            "thinking_ms": 3_200,
        },
        {
            "expected_version": 7,
            "move": {"type": "place_track", "line": "red", "from": "wall-st", "to": "south-ferry"},
            "dry_run": True,
        },
    )

    expected_version = whole(0, LARGEST, "The version it was thought up on.")
    move = MoveField(required=True)
    dry_run = flag("Only say what it would do.", required=False, load_default=False)
    thinking_ms = thinking_time(
        "How long it was thought about, in milliseconds: kept with the move for whoever looks at "
        "the game later. No rule asks for it, and a request that comes again under its key is the "
        "same with another one."
    )


class LogEntry(Document):
    """Something that happened, as the caller may see it."""

    number = whole(1, LARGEST, "Events are counted from 1.")
    version = whole(0, LARGEST, "The version of the game that it made.")
    at = a_moment("When it happened.")
    by = word(
        (log.SETUP, log.PLAYER, log.CLOCK), "Why: a player wanted it, or the time of a turn was up."
    )
    event = EventField(required=True)
    thinking_ms = thinking_time(
        "How long the player thought about this move, in milliseconds, if their program said so."
    )


class Played(Document):
    """What a move has done."""

    version = whole(1, LARGEST, "The version of the game now.")
    finished = flag()
    to_play = some_seats("The seats that may move now.")
    deadline = a_moment("When the time of this turn is up.", allow_none=True)
    events = listed(part(LogEntry), 1, None, "What happened, as the caller may see it.")


class Preview(Document):
    """What a move would do; nothing has been stored."""

    version = whole(0, LARGEST)
    dry_run = fields.Boolean(required=True, validate=validate.Equal(True))  # noqa: FBT003
    option = LegalMoveField(required=True)


class LegalMoves(Document):
    """Every legal move of the caller's seat."""

    version = whole(0, LARGEST, "The version of the game that they belong to.")
    seat = whole(0, LAST_SEAT)
    moves = listed(LegalMoveField(), 0, None, "None if it is somebody else's turn.")


class EventPage(Document):
    """Some events, in order."""

    items = listed(part(LogEntry))
    next = whole(0, LARGEST, "Ask for the events after this one next.")
    finished = flag("Whether the game is over and these are the last.")


class Record(Document):
    """Everything that is needed to play a finished game again."""

    format = fields.String(required=True, validate=validate.Equal(FORMAT))
    game = shaped(GAME, 22)
    edition = shaped(EDITION, LONGEST_EDITION)
    edition_version = whole(1, LARGEST)
    engine_version = whole(1, LARGEST)
    players = listed(a_player(), 1, MOST_SEATS, "The players by seat.")
    standing_in = those_standing_in()
    created_at = a_moment("When the game was created.")
    seed = text("All cards were dealt from it.")
    seed_chosen = flag()
    seed_commitment = shaped(HASH, 64, "The SHA-256 of the seed.")
    log = listed(part(LogEntry), 1, None, "Everything that happened; nothing is hidden.")
    outcome = OutcomeField(required=True)
