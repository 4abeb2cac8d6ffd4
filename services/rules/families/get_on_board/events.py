"""What can happen in a game. A closed set; the log of these is the truth about a game."""

from typing import Final, NamedTuple, TypeAlias

from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned


class DepartureChosen(NamedTuple):
    """A seat chose its departure, in secret until all have."""

    seat: int
    ticket: int


class DeparturesRevealed(NamedTuple):
    """All choices lie open and the pawns stand on the map; None for a seat that left before."""

    tickets: tuple[int | None, ...]


class TicketRevealed(NamedTuple):
    """A round began."""

    round: int
    ticket: int
    inspector: int
    speedy: str | None


class RoutePlotted(NamedTuple):
    """A seat played its turn."""

    seat: int
    round: int
    path: tuple[str, ...]
    metro: bool
    turn_spaces: int
    """Spaces crossed off in the turn zone."""
    crowd: int
    """Spaces crossed off in the traffic or connections zone."""
    lights: int
    """Markers placed because of green lights."""
    fallback: bool
    """Whether the shape had become a single marker (GOB-P7)."""
    boxes: tuple[str, ...]
    """What was crossed off, resolved or noted on the sheet, in order."""
    personal: str
    """Letters reached of the personal objective."""
    eliminated: bool


class ObjectiveCompleted(NamedTuple):
    """A seat completed a common objective; the side its card showed."""

    seat: int
    objective: str
    side: str


class GameEnded(NamedTuple):
    """The game is over; secret objectives lie open."""

    ending: str
    personal: tuple[str, ...]


Event: TypeAlias = (
    GameStarted
    | CardsDrawn
    | DepartureChosen
    | DeparturesRevealed
    | TicketRevealed
    | RoutePlotted
    | PlayerResigned
    | ObjectiveCompleted
    | GameEnded
)

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "game_started": GameStarted,
    "cards_drawn": CardsDrawn,
    "departure_chosen": DepartureChosen,
    "departures_revealed": DeparturesRevealed,
    "ticket_revealed": TicketRevealed,
    "route_plotted": RoutePlotted,
    "player_resigned": PlayerResigned,
    "objective_completed": ObjectiveCompleted,
    "game_ended": GameEnded,
}
"""The names of the events in the log."""

TWELVE_ROUNDS: Final = "twelve_rounds"
NOBODY_LEFT: Final = "nobody_left"
"""The two ways in which a game ends (GOB-E1, GOB-X6)."""
