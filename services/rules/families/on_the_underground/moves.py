"""The moves of On the Underground: an action, or the choice of a passenger's route (OTU-X1)."""

from typing import NamedTuple, TypeAlias

from services.rules.core.seats import Resign


class TakeBranch(NamedTuple):
    """Take a branch tile (OTU-T3)."""


class PlaceTrack(NamedTuple):
    """Place a track token of a line between two stations, named in either order (OTU-T3)."""

    line: str
    from_station: str
    to_station: str
    terminus: str | None = None
    """The reward chosen at a terminus, where there is a choice (OTU-B6)."""
    set: bool = False
    """Whether to score a landmark set with replaced types (OTU-X4)."""


class MovePassenger(NamedTuple):
    """Choose where the passenger goes, and by which lines (OTU-G4)."""

    outcome: int


Move: TypeAlias = TakeBranch | PlaceTrack | MovePassenger | Resign
