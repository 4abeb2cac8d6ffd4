"""What happens in a game of On the Underground, as somebody sees it."""

from typing import Final

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import (
    flag,
    how_many,
    key,
    listed,
    part,
    text,
    whole,
    word,
)
from services.rules.api.schemas.moves import MOST_OUTCOMES
from services.rules.api.schemas.table import LAST_SEAT
from services.rules.core.content import MOST
from services.rules.families.on_the_underground.network import CLUSTER, KINDS, PLAIN
from services.rules.families.on_the_underground.state import OPEN_CARDS
from services.rules.families.on_the_underground.turns import ACTIONS, FIRST, LAST

COUNTED: Final = [kind for kind in (*KINDS, CLUSTER) if kind != PLAIN]


class DestinationsOpened(Document):
    """Destination cards were turned up."""

    type = Kind("destinations_opened")
    stations = listed(key(), 1, OPEN_CARDS)
    deck = how_many("Cards left in the deck.")


class TurnBegan(Document):
    """A seat has its actions before it."""

    type = Kind("turn_began")
    turn = whole(1)
    seat = whole(0, LAST_SEAT)
    actions = whole(ACTIONS + FIRST, ACTIONS + LAST)


class BranchTaken(Document):
    """A seat took a branch tile."""

    type = Kind("branch_taken")
    seat = whole(0, LAST_SEAT)


class ConnectedStation(Document):
    """Something that counts, to which a line was connected."""

    station = key()
    kind = word(COUNTED)
    before = how_many(
        "Clusters or icons that this line had been connected to before; elsewhere, lines that had "
        "been connected to this station."
    )


class TrackPlaced(Document):
    """A seat placed a track token."""

    type = Kind("track_placed")
    seat = whole(0, LAST_SEAT)
    line = key("Its colour.")
    from_station = key()
    to_station = key()
    terminus = key("The reward chosen at a terminus.", allow_none=True)
    set = flag("Whether a landmark set was wanted by replaced types.")
    spent = how_many("Branch tiles paid for the place.")
    gained = how_many("Branch tiles from a terminus.")
    connected = listed(part(ConnectedStation))
    landmarks = listed(text(), about="Types of landmark tiles taken.")
    replaced = listed(text(), about="Types replaced by two branch tiles each to complete a set.")
    sets = how_many("Landmark sets scored.")


class Leg(Document):
    """A part of the passenger's path: on one line, or on foot."""

    line = key("The colour of the line; null on foot.", allow_none=True)
    stations = listed(key(), 2, MOST)


class PassengerMoved(Document):
    """The passenger went to a destination."""

    type = Kind("passenger_moved")
    seat = whole(0, LAST_SEAT, "Whose turn it is.")
    outcome = whole(
        0,
        MOST_OUTCOMES,
        "Which outcome was chosen; null where there was no choice.",
        allow_none=True,
    )
    destination = key()
    spaces = how_many("Empty track spaces walked.")
    lines = listed(key(), about="The lines used.")
    owners = listed(whole(0, LAST_SEAT), about="The seat of each of them.")
    path = listed(part(Leg), about="One way to draw it.")


class ActionsPassed(Document):
    """A seat that left took branch tiles for its actions."""

    type = Kind("actions_passed")
    seat = whole(0, LAST_SEAT)
    branch_tiles = whole(1, ACTIONS + LAST)
