"""The state of a game: frozen, and nothing in it that a JSON document cannot give back."""

from typing import Final, NamedTuple

from services.rules.core.seats import FINISHED, PLAYING, RESIGNED
from services.rules.families.get_on_board.sheet import Sheet

CHOOSING: Final = "choosing"
PLOTTING: Final = "plotting"
PHASES: Final = {CHOOSING, PLOTTING, FINISHED}

ELIMINATED: Final = "eliminated"
STANDINGS: Final = {PLAYING, ELIMINATED, RESIGNED}

YELLOW: Final = "yellow"
BLUE: Final = "blue"

ROUNDS: Final = 12


class Setup(NamedTuple):
    """What was settled before the first move and never changes."""

    edition: str
    version: int
    engine: int
    common: tuple[str, ...]
    """The common objectives on the table."""
    deck: tuple[int, ...]
    """The tickets in the order of the rounds."""


class Deal(NamedTuple):
    """What a seat was dealt."""

    top: int
    """Which sheet top it has, 1 to 5 (GOB-S2)."""
    personal: str
    """The letters of its personal objective."""
    hand: tuple[int, ...]
    """The tickets it may choose its departure from."""
    choice: int | None = None


class Player(NamedTuple):
    """One seat: its cards, its line on the map and its sheet."""

    deal: Deal
    standing: str = PLAYING
    line: tuple[int, ...] = ()
    """The intersections it has been at, the departure first; empty before departing."""
    visited: int = 0
    """The same as bits."""
    sections: int = 0
    """The sections it has markers on, as bits."""
    sheet: Sheet = Sheet()


class Round(NamedTuple):
    """What is the same for all during a round."""

    phase: str = CHOOSING
    number: int = 0
    """1 to 12; 0 while departures are chosen."""
    ticket: int = 0
    """The ticket of this round; 0 before the first."""
    inspector: int = 0
    speedy: str | None = None
    """The colour of the speedy sections (GOB-R2)."""
    flipped: tuple[str, ...] = ()
    """Common objectives that lie blue side up."""


class State(NamedTuple):
    """A game at one moment."""

    setup: Setup
    round: Round
    to_play: tuple[int, ...]
    """Seats still to act; while plotting, in turn order."""
    players: tuple[Player, ...]
