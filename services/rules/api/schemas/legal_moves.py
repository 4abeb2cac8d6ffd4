"""Legal moves of both families, each with what it would do."""

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import (
    flag,
    how_many,
    key,
    listed,
    part,
    place,
    shaped,
    text,
    whole,
)
from services.rules.api.schemas.get_on_board_events import noted
from services.rules.api.schemas.moves import (
    LONGEST_PATH,
    ChooseDeparture,
    MovePassenger,
    PlaceTrack,
    PlotRoute,
    TakeBranch,
)
from services.rules.api.schemas.on_the_underground_events import ConnectedStation, Leg
from services.rules.api.schemas.table import LAST_SEAT
from services.rules.families.get_on_board.check import LETTERS


class DepartureEffect(Document):
    """Where a departure leads."""

    intersection = place()


class PossibleDeparture(Document):
    """A departure that may be chosen."""

    move = part(ChooseDeparture)
    would = part(DepartureEffect)


class RouteEffect(Document):
    """What a route would do; traffic or connections, whichever the city has."""

    members = 8

    markers = whole(1, LONGEST_PATH)
    turn_spaces = how_many("Spaces crossed off in the turn zone.")
    traffic = how_many("Spaces crossed off there.", required=False)
    connections = how_many("Spaces crossed off there.", required=False)
    lights = how_many("Markers placed because of green lights.")
    boxes = noted("What is crossed off, resolved or noted on the sheet, in order.")
    personal = listed(shaped("^[a-z]$", 1), 0, LETTERS, "Letters reached of the own objective.")
    fallback = flag("Whether the shape has become a single marker.")
    eliminating = flag("Whether it meets the own line, which ends the game for this seat.")


class PossibleRoute(Document):
    """A route that may be plotted."""

    move = part(PlotRoute)
    would = part(RouteEffect)


class BranchEffect(Document):
    """What taking a branch tile would do."""

    spends = whole(0, 0, "Branch tiles.")
    gains = whole(1, 1, "Branch tiles.")


class PossibleBranch(Document):
    """A branch tile may be taken."""

    move = part(TakeBranch)
    would = part(BranchEffect)


class TrackEffect(Document):
    """What a track token would do."""

    spends = how_many("Branch tiles.")
    gains = how_many("Branch tiles.")
    connects = listed(part(ConnectedStation))
    landmarks = listed(text(), about="Types of landmark tiles taken.")
    sets = how_many("Landmark sets scored.")


class PossibleTrack(Document):
    """A track token that may be placed."""

    move = part(PlaceTrack)
    would = part(TrackEffect)


class LineUsed(Document):
    """A line that the passenger would use, and whose it is."""

    line = key("Its colour.")
    seat = whole(0, LAST_SEAT)


class TripEffect(Document):
    """Where the passenger would go."""

    destination = key()
    spaces = how_many("Empty track spaces walked.")
    lines = listed(part(LineUsed))
    path = listed(part(Leg), about="One way to draw it.")


class PossibleTrip(Document):
    """A way that the passenger may take."""

    move = part(MovePassenger)
    would = part(TripEffect)
