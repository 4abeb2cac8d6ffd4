"""What can happen in a game. A closed set; the log of these is the truth about a game."""

from typing import Final, NamedTuple, TypeAlias

from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned


class DestinationsOpened(NamedTuple):
    """Destination cards were turned up."""

    stations: tuple[str, ...]
    deck: int
    """Cards left in the deck; with none the end is near (OTU-E1)."""


class TurnBegan(NamedTuple):
    """A seat has its actions before it."""

    turn: int
    seat: int
    actions: int


class BranchTaken(NamedTuple):
    """A seat took a branch tile."""

    seat: int


class Connected(NamedTuple):
    """A line was connected to something that counts."""

    station: str
    kind: str
    """`rail`, `terminus`, `rer`, `landmark`, `water` or `cluster`."""
    before: int
    """Clusters or icons that this line had been connected to before; elsewhere, lines that had
    been connected to this station."""


class TrackPlaced(NamedTuple):
    """A seat placed a track token."""

    seat: int
    line: str
    from_station: str
    to_station: str
    terminus: str | None
    set: bool
    spent: int
    """Branch tiles paid for the place (OTU-P3, OTU-P5)."""
    gained: int
    """Branch tiles from a terminus."""
    connected: tuple[Connected, ...]
    landmarks: tuple[str, ...]
    """Types of landmark tiles taken."""
    replaced: tuple[str, ...]
    """Types replaced by two branch tiles each to complete a set (OTU-B8)."""
    sets: int
    """Landmark sets scored."""


class Leg(NamedTuple):
    """A part of the passenger's path: on one line, or on foot."""

    line: str | None
    stations: tuple[str, ...]


class PassengerMoved(NamedTuple):
    """The passenger went to a destination."""

    seat: int
    """Whose turn it is."""
    outcome: int | None
    """Which outcome was chosen; None where the engine had no choice to ask for."""
    destination: str
    spaces: int
    """Empty track spaces walked."""
    lines: tuple[str, ...]
    owners: tuple[int, ...]
    """The seat of each of the lines."""
    path: tuple[Leg, ...]
    """One way to draw it."""


class ActionsPassed(NamedTuple):
    """A seat that left took branch tiles for its actions (OTU-X6)."""

    seat: int
    branch_tiles: int


class GameEnded(NamedTuple):
    """The game is over; secret objectives lie open."""

    ending: str
    secrets: tuple[tuple[str, ...], ...]


Event: TypeAlias = (
    GameStarted
    | CardsDrawn
    | DestinationsOpened
    | TurnBegan
    | BranchTaken
    | TrackPlaced
    | PassengerMoved
    | PlayerResigned
    | ActionsPassed
    | GameEnded
)

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "game_started": GameStarted,
    "cards_drawn": CardsDrawn,
    "destinations_opened": DestinationsOpened,
    "turn_began": TurnBegan,
    "branch_taken": BranchTaken,
    "track_placed": TrackPlaced,
    "passenger_moved": PassengerMoved,
    "player_resigned": PlayerResigned,
    "actions_passed": ActionsPassed,
    "game_ended": GameEnded,
}
"""The names of the events in the log."""

ALL_CARDS_DRAWN: Final = "all_cards_drawn"
NOBODY_LEFT: Final = "nobody_left"
"""The two ways in which a game ends (OTU-E1, OTU-X6)."""
