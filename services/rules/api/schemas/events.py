"""What happens in games of both families, as somebody sees it; what is hidden is null."""

from typing import Final

from marshmallow import fields

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import key, listed, shaped, text, whole, word
from services.rules.api.schemas.get_on_board import CARD
from services.rules.api.schemas.table import LAST_SEAT
from services.rules.app.standing_in import HANDED_OVER
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS
from services.rules.families.get_on_board.events import NOBODY_LEFT, TWELVE_ROUNDS
from services.rules.families.get_on_board.setup import DRAWS as GET_ON_BOARD_DRAWS
from services.rules.families.on_the_underground.check import SECRETS
from services.rules.families.on_the_underground.events import ALL_CARDS_DRAWN
from services.rules.families.on_the_underground.setup import DRAWS as ON_THE_UNDERGROUND_DRAWS

DRAWS: Final = sorted({*GET_ON_BOARD_DRAWS, *ON_THE_UNDERGROUND_DRAWS})


class GameStarted(Document):
    """A table was set up."""

    type = Kind("game_started")
    edition = key()
    version = whole(1, MOST, "The version of the edition.")
    engine = whole(1, MOST, "The version of the family's rules.")
    seats = whole(1, MOST_SEATS)


class CardsDrawn(Document):
    """Chance dealt cards: numbers of tickets or sheet tops, else names; null those hidden."""

    type = Kind("cards_drawn")
    what = word(DRAWS)
    cards = listed(fields.Raw(metadata={"type": ["integer", "string", "null"]}), 1, MOST)


class PlayerResigned(Document):
    """A seat left the game."""

    type = Kind("player_resigned")
    seat = whole(0, LAST_SEAT)


class SeatHandedOver(Document):
    """A player left a seat, and another one plays it from now on."""

    type = Kind(HANDED_OVER)
    seat = whole(0, LAST_SEAT)


class GameEnded(Document):
    """The game is over; what was secret lies open."""

    members = 3

    type = Kind("game_ended")
    ending = word((TWELVE_ROUNDS, ALL_CARDS_DRAWN, NOBODY_LEFT))
    personal = listed(
        shaped(CARD, 3),
        1,
        MOST_SEATS,
        "Get on Board: the personal objective of each seat.",
        required=False,
    )
    secrets = listed(
        listed(text(), 0, SECRETS),
        1,
        MOST_SEATS,
        "On the Underground: the secret objectives of each seat.",
        required=False,
    )
