"""What a game puts on a network: tokens, line ends, landmark tiles, destinations, the passenger."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final, NamedTuple

from services.plumbing.pictures.svg import (
    Point,
    Svg,
    box,
    group,
    join,
    number,
    path,
    through,
    title,
    use,
    words,
)
from services.rules.api.board.on_the_underground.boxes import Box
from services.rules.api.board.on_the_underground.geometry import (
    Lane,
    ends_of,
    lanes_of,
    pitch_of,
    place_of,
)
from services.rules.api.board.on_the_underground.places import Label
from services.rules.api.board.on_the_underground.stations import open_ring
from services.rules.api.board.page import define
from services.rules.api.board.palette import GROUND, HIGHLIGHT, INK, ink_on, paint
from services.rules.families.on_the_underground.edition import Edition

TOKEN: Final = 9.2
LETTERS: Final = 7.6
BAR: Final = 7
"""Half the width of the bar at the end of a line."""
RING: Final = 13.5


class Token(NamedTuple):
    """A track token: its line, its two stations and where it lies."""

    line: str
    stations: tuple[str, str]
    lane: Lane
    width: float


def symbols_of(colours: Sequence[str]) -> Svg:
    """Define the letters of each line in play."""
    return define((f"line-{colour}", _letters(colour)) for colour in colours)


def colours_of(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name the lines in play, in the order of the seats."""
    return [line["line"] for seat in seats for line in seat["lines"]]


def tokens_of(edition: Edition, seats: Sequence[Mapping[str, Any]]) -> Svg:
    """Draw every token on a space of its own; where there are too few, all move together."""
    lines = [line for seat in seats for line in seat["lines"]]
    load = Counter(_pair(stations) for line in lines for stations in line["track"])
    tokens = _laid(edition, lines, load)
    full = [pair for pair, count in load.items() if count > _spaces(edition, pair)]
    return join(
        (
            *(_cleared(edition, pair) for pair in full),
            *(
                _line(line, [each for each in tokens if each.line == line["line"]])
                for line in lines
            ),
        )
    )


def tiles_of(edition: Edition, landmarks: Mapping[str, str]) -> Svg:
    """Draw the landmark tiles that still lie at their stations."""
    return join(use(f"tile-{name}", *_at(edition, where)) for where, name in landmarks.items())


def destinations_of(edition: Edition, names: Sequence[str], labels: Mapping[str, Label]) -> Svg:
    """Ring the open destinations, once for each token there, and set off their names."""
    return join(
        part
        for name, count in Counter(names).items()
        for part in (_set_off(labels[name].box), _ringed(edition, name, count))
    )


def passenger_of(edition: Edition, name: str) -> Svg:
    """Stand the passenger at its station."""
    said = title(f"passenger at {_station_name(edition, name)}")
    return group(said, use("passenger", *_at(edition, name)))


def token_sample(colour: str, half: float = 13) -> Svg:
    """Draw a token around the origin."""
    lane = Lane((-half, 0), (half, 0))
    return join((_strokes(colour, [lane], TOKEN), use(f"line-{colour}", 0, 0)))


def end_sample(colour: str) -> Svg:
    """Draw the end of a line around the origin."""
    lane = Lane((-14, 0), (6, 0))
    return join((_strokes(colour, [lane], TOKEN), _bar(colour, lane.start, lane.end)))


def _set_off(place: Box) -> Svg:
    left, top, right, bottom = place
    return box(left - 1, top, right - left + 2, bottom - top, rx=4, fill=HIGHLIGHT)


def _ringed(edition: Edition, name: str, count: int) -> Svg:
    x, y = _at(edition, name)
    rings = (open_ring(RING + 5.5 * at) for at in range(count))
    said = title(f"open destination: {_station_name(edition, name)}")
    return group(said, *rings, transform=f"translate({number(x)} {number(y)})")


def _letters(colour: str) -> Svg:
    fill, code = paint(colour)
    return words(code, 0, 0, LETTERS, text_anchor="middle", font_weight="bold", fill=ink_on(fill))


def _laid(
    edition: Edition, lines: Sequence[Mapping[str, Any]], load: Counter[tuple[str, str]]
) -> list[Token]:
    taken: Counter[tuple[str, str]] = Counter()
    found = []
    for line in lines:
        for stations in line["track"]:
            pair = _pair(stations)
            lanes = max(load[pair], _spaces(edition, pair))
            lane = lanes_of(*_ends(edition, pair), lanes)[taken[pair]]
            taken[pair] += 1
            wide = min(TOKEN, pitch_of(lanes) - 0.3)
            found.append(Token(line["line"], pair, lane, wide))
    return found


def _line(line: Mapping[str, Any], tokens: Sequence[Token]) -> Svg:
    """Draw the tokens of a line, and a bar across the last one at each of its ends."""
    colour = line["line"]
    parts = [title(f"{colour} line, {len(tokens)} tokens")]
    parts += [
        _strokes(colour, [each.lane for each in tokens if each.width == wide], wide)
        for wide in sorted({token.width for token in tokens})
    ]
    for end in line["ends"]:
        last = next(token for token in tokens if end in token.stations)
        here = last.lane if last.stations[1] == end else Lane(last.lane.end, last.lane.start)
        parts.append(_bar(colour, here.start, here.end))
    for token in tokens:
        (x, y), angle = token.lane.middle, token.lane.angle
        turned = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
        parts.append(use(f"line-{colour}", 0, 0, transform=turned))
    return group(*parts)


def _strokes(colour: str, lanes: Sequence[Lane], wide: float) -> Svg:
    d = "".join(through(lane) for lane in lanes)
    return group(
        path(d, stroke=INK, stroke_width=wide),
        path(d, stroke=paint(colour).colour, stroke_width=wide - 1.8),
        stroke_linecap="round",
    )


def _bar(colour: str, start: Point, end: Point) -> Svg:
    length = hypot(end[0] - start[0], end[1] - start[1])
    across = (start[1] - end[1]) / length * BAR, (end[0] - start[0]) / length * BAR
    d = through(
        (
            (end[0] - across[0], end[1] - across[1]),
            (end[0] + across[0], end[1] + across[1]),
        )
    )
    return join(
        (
            path(d, stroke=INK, stroke_width=5.6, stroke_linecap="square"),
            path(d, stroke=paint(colour).colour, stroke_width=3.4, stroke_linecap="square"),
        )
    )


def _cleared(edition: Edition, pair: tuple[str, str]) -> Svg:
    """Cover the spaces of a connection that holds more tokens than it has spaces for."""
    spaces = _spaces(edition, pair)
    lane = lanes_of(*_ends(edition, pair), 1)
    wide = spaces * pitch_of(spaces)
    return path(through(lane[0]), stroke=GROUND, stroke_width=wide, stroke_linecap="round")


def _ends(edition: Edition, pair: tuple[str, str]) -> tuple[Point, Point]:
    network = edition.network
    return ends_of(network, network.connections[network.between[pair]])


def _spaces(edition: Edition, pair: tuple[str, str]) -> int:
    network = edition.network
    return network.connections[network.between[pair]].spaces


def _pair(stations: Sequence[str]) -> tuple[str, str]:
    first, second = stations
    return first, second


def _at(edition: Edition, name: str) -> Point:
    network = edition.network
    return place_of(network.stations[network.numbers[name]])


def _station_name(edition: Edition, name: str) -> str:
    network = edition.network
    return network.stations[network.numbers[name]].name
