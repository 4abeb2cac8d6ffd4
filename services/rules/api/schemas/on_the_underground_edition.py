"""On the Underground: a whole edition."""

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import (
    by_name,
    flag,
    how_many,
    key,
    listed,
    number,
    part,
    text,
    whole,
    word,
)
from services.rules.api.schemas.edition import Edition
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS
from services.rules.families.on_the_underground.check import COLOURS, STATIONS
from services.rules.families.on_the_underground.edition import FAMILY
from services.rules.families.on_the_underground.network import KINDS, MOST_SPACES
from services.rules.families.on_the_underground.state import OPEN_CARDS


class MapSize(Document):
    """The map: to the right, and down."""

    width = number()
    height = number()


class Reward(Document):
    """What may be taken at a terminus; a single reward leaves no choice."""

    terminus = key("Its name, as in a move.")
    branch_tiles = how_many("Branch tiles that come with it.")


class ScoreTile(Document):
    """A score tile: the lines of a player."""

    tile = text("Its name, as in the cards drawn.")
    lines = listed(key(), min(COLOURS.values()), max(COLOURS.values()))


class ScoreTiles(Document):
    """The score tiles to draw from."""

    seats = whole(1, MOST_SEATS, "The number of players they are for.")
    tiles = listed(part(ScoreTile), 1)


class SecretObjective(Document):
    """A secret objective: stations that one line should connect."""

    objective = text("Its name.")
    stations = listed(key(), STATIONS, STATIONS)


class Station(Document):
    """A place that tracks meet at: a station, or the icon of a water crossing."""

    id = key()
    name = text()
    x = number("To the right.")
    y = number("Down.")
    kind = word(KINDS)
    cluster = text("The cluster it is in.", allow_none=True)
    cards = how_many("How many destination cards name it.")


class Connection(Document):
    """Parallel track spaces between two stations."""

    stations = listed(key(), 2, 2)
    spaces = whole(1, MOST_SPACES)


class OnTheUndergroundEdition(Edition):
    """A city of On the Underground: map, tokens and cards."""

    family = Kind(FAMILY)
    size = part(MapSize)
    passenger_start = key()
    destinations_per_turn = whole(1, OPEN_CARDS, "Where the passenger goes to in a turn.")
    overbuilding = flag("Whether branch tiles open a closed connection.")
    rewards = listed(part(Reward), 1)
    tokens = by_name(whole(1, MOST), "Track tokens of each colour.")
    score_tiles = listed(part(ScoreTiles), 1, MOST_SEATS)
    landmark_tiles = by_name(whole(1, MOST), "Landmark tiles of each type, where there are any.")
    secret_objectives = listed(part(SecretObjective))
    stations = listed(part(Station), 1)
    connections = listed(part(Connection), 1)
