"""The ground of a city, drawn once: water, clusters, track spaces; then stations and their names.

The tokens of a game lie between the two layers.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from services.plumbing.pictures.svg import Svg, group, join, stroked, through, title, use, words
from services.rules.api.board.on_the_underground.geometry import (
    LANE,
    UNIT,
    ends_of,
    lanes_of,
    place_of,
    tree,
)
from services.rules.api.board.on_the_underground.labels import labels_of
from services.rules.api.board.on_the_underground.places import LEADING, SIZE, Label
from services.rules.api.board.on_the_underground.stations import (
    SIGNS,
    branch_tile,
    passenger,
    station,
    tile,
)
from services.rules.api.board.page import define
from services.rules.api.board.palette import (
    CLUSTER,
    CLUSTER_EDGE,
    FREE,
    GROUND,
    QUIET,
    WATER,
)
from services.rules.core.bits import members
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import WATER as ICON
from services.rules.families.on_the_underground.network import Station

RIVER: Final = 46
FORD: Final = 5 * UNIT
"""Water icons nearer than this lie in the same water."""
SPACE: Final = LANE - 1.5
"""The width of a track space."""


class Ground(NamedTuple):
    """What never changes in the pictures of a city."""

    symbols: Svg
    below: Svg
    """What tokens lie upon."""
    stations: Svg
    names: Mapping[str, Svg]
    """The names of the stations, by their ids."""
    labels: Mapping[str, Label]
    """Where the names are."""


@lru_cache(maxsize=32)
def ground_of(edition: Edition) -> Ground:
    """Draw a city without a game in it."""
    labels, stations = labels_of(edition), edition.network.stations
    return Ground(
        symbols=_symbols(edition),
        below=join((_river(edition), _clusters(edition), _spaces(edition))),
        stations=join(_station(each) for each in stations),
        names={each.id: _name(each, labels[each.id]) for each in stations if each.id in labels},
        labels=labels,
    )


def names_on(ground: Ground, marked: Iterable[str]) -> Svg:
    """Write the names with a rim that sets them off from tracks; the marked ones need none."""
    bare = {name: ground.names[name] for name in dict.fromkeys(marked) if name in ground.names}
    others = (name for each, name in ground.names.items() if each not in bare)
    rimmed = group(
        *others,
        stroke=GROUND,
        stroke_width=3,
        stroke_linejoin="round",
        paint_order="stroke",
    )
    return join((rimmed, *bare.values()))


def free_spaces(d: str) -> Svg:
    """Draw track spaces without tokens along a path."""
    return join((stroked(d, QUIET, SPACE), stroked(d, FREE, SPACE - 2)))


def symbol_of(each: Station) -> str:
    """Name the symbol of a station."""
    return f"{each.kind}-{each.cards}"


def _symbols(edition: Edition) -> Svg:
    kinds = {symbol_of(each): station(each.kind, each.cards) for each in edition.network.stations}
    tiles = [(f"tile-{name}", tile(name)) for name in edition.landmark_types]
    signs = [(f"sign-{name}", sign) for name, sign in SIGNS.items()]
    others = [("passenger", passenger()), ("branch", branch_tile())]
    return define([*kinds.items(), *tiles, *signs, *others])


def _river(edition: Edition) -> Svg:
    """Let water flow where the water icons are."""
    icons = [place_of(each) for each in edition.network.stations if each.kind == ICON]
    d = "".join(through(stroke) for stroke in tree(icons, FORD))
    return stroked(d, WATER, RIVER)


def _clusters(edition: Edition) -> Svg:
    network = edition.network
    strokes: list[str] = []
    for stations in network.clusters.values():
        places = [place_of(network.stations[number]) for number in members(stations)]
        strokes.extend(through(stroke) for stroke in tree(places, float("inf")))
    d = "".join(strokes)
    return join((stroked(d, CLUSTER_EDGE, 35), stroked(d, CLUSTER, 32)))


def _spaces(edition: Edition) -> Svg:
    """Draw every track space, free."""
    network = edition.network
    lanes = [
        lane
        for each in network.connections
        for lane in lanes_of(*ends_of(network, each), each.spaces)
    ]
    d = "".join(through(lane) for lane in lanes)
    return free_spaces(d)


def _station(each: Station) -> Svg:
    x, y = place_of(each)
    return use(symbol_of(each), x, y)


def _name(each: Station, label: Label) -> Svg:
    box = label.box
    x, anchor = (box.left + box.right) / 2, "middle"
    if label.side > 0:
        x, anchor = box.left + 2, "start"
    elif label.side < 0:
        x, anchor = box.right - 2, "end"
    top = box.top + LEADING / 2
    lines = [words(line, x, top + at * LEADING, SIZE) for at, line in enumerate(label.lines)]
    return group(title(each.name), *lines, text_anchor=anchor)
