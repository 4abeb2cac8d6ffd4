"""How games are asked for, by HTTP or by a message: players, seats and clocks, read strictly."""

from typing import Final

from marshmallow import ValidationError, fields, validate

from services.contracts.ids import LONGEST_PLAYER, PLAYER
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import StrictList
from services.plumbing.http.schemas.shorthand import shaped, whole, word
from services.rules.app.expire_turn import ON_EXPIRY
from services.rules.core.seats import MOST_SEATS

LEAST_SECONDS: Final = 5
MOST_SECONDS: Final = 14 * 24 * 60 * 60
LONGEST_THOUGHT: Final = 24 * 60 * 60 * 1000
"""Milliseconds; whoever thinks longer says so much."""


def a_player() -> fields.String:
    """Make a field for a player's id."""
    return shaped(PLAYER, LONGEST_PLAYER)


def some_players() -> StrictList:
    """Make a field for the players of a new game, by seat."""
    return StrictList(
        a_player(),
        required=True,
        validate=[validate.Length(1, MOST_SEATS), _distinct],
        metadata={"description": "The players by seat; nobody has two.", "uniqueItems": True},
    )


def some_stand_ins(*, required: bool) -> StrictList:
    """Make a field for those who may take the seats of players who leave."""
    about = (
        "Who takes the seat of a player who leaves, or whose time is up where that means to "
        "resign: the first of these for the first who goes, and so on. Results still show that "
        "the player has left."
    )
    return StrictList(
        a_player(),
        required=required,
        validate=[validate.Length(max=MOST_SEATS), _distinct],
        metadata={"description": about, "uniqueItems": True},
    )


class ClockSet(Document):
    """How long a turn may take."""

    seconds_per_turn = whole(LEAST_SECONDS, MOST_SECONDS)
    on_expiry = word(ON_EXPIRY)


def _distinct(players: list[str]) -> None:
    if len(set(players)) < len(players):
        raise ValidationError("nobody can sit in two seats")
