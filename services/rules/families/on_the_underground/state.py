"""The state of a game: frozen, and nothing in it that a JSON document cannot give back."""

from typing import Final, NamedTuple

from services.rules.core.seats import FINISHED, PLAYING, RESIGNED

BUILDING: Final = "building"
TRAVELLING: Final = "travelling"
PHASES: Final = {BUILDING, TRAVELLING, FINISHED}
STANDINGS: Final = {PLAYING, RESIGNED}

OPEN_CARDS: Final = 4
"""How many destination cards lie open (OTU-S4)."""


class Setup(NamedTuple):
    """What was settled before the first move and never changes."""

    edition: str
    version: int
    engine: int
    colours: tuple[str, ...]
    """The lines in play: those of seat 0, those of seat 1, and so on, equally many each."""
    deck: tuple[str, ...]
    """The stations on the destination cards, in the order in which they are drawn."""
    landmarks: tuple[str, ...]
    """The type of tile laid on each landmark station, in the order of the file."""
    secrets: tuple[tuple[str, ...], ...]
    """The secret objectives dealt to each seat."""


class Turn(NamedTuple):
    """What is being done."""

    phase: str
    number: int
    """Turns are counted from 1; seats take them in order."""
    actions: int
    """Actions left."""
    visits: int
    """Destinations that the passenger still has to go to."""


class Line(NamedTuple):
    """What has been built of one colour."""

    track: int
    """The connections with a token of it."""
    stations: int
    """The stations that its tokens touch."""
    ends: int
    """Those that exactly one of them touches (OTU-P2)."""
    rewards: tuple[int, ...]
    """How often each reward was taken at a terminus."""
    later: int
    """RER stations where another line was before (OTU-B5)."""
    rides: int
    """Journeys of the passenger that used it (OTU-G5)."""


class Player(NamedTuple):
    """What a seat has in front of it."""

    standing: str
    branch_tiles: int
    landmarks: tuple[int, ...]
    """Landmark tiles of each type."""
    sets: int
    """Landmark sets scored."""


class State(NamedTuple):
    """A game at one moment."""

    setup: Setup
    turn: Turn
    to_play: tuple[int, ...]
    """The seat whose turn it is; nobody after the end."""
    passenger: int
    """The station where the passenger stands."""
    open: tuple[int, ...]
    """The open destinations, longest open first; a station with two tokens stands here twice."""
    drawn: int
    """Cards of the deck that have been drawn."""
    tracked: int
    """The connections that hold any token."""
    closed: int
    """The connections whose track spaces are all taken (OTU-P5)."""
    lines: tuple[Line, ...]
    """In the order of `Setup.colours`."""
    players: tuple[Player, ...]

    def own(self, seat: int) -> range:
        """Give the places of a seat's lines."""
        each = len(self.lines) // len(self.players)
        return range(seat * each, seat * each + each)
