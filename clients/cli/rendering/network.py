"""A network: stations by number, connections, and the tokens of lines upon them."""

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.canvas import Canvas, squares_between
from clients.cli.rendering.palette import (
    OPEN,
    PASSENGER,
    QUIET,
    line_letters,
    line_style,
    plain_words,
)
from clients.cli.rendering.position import Position

LEAST, MOST = 70, 150
"""How wide a network is drawn."""
KINDS: Final = {
    "plain": ("○", ""),
    "rail": ("■", "bright_blue"),
    "terminus": ("▲", "bright_red"),
    "rer": ("◆", "bright_magenta"),
    "landmark": ("★", "bright_green"),
    "water": ("≈", "cyan"),
}
NAMES: Final = {"rail": "National Rail", "rer": "RER"}


def draw_network(edition: Json, position: Position, width: int) -> Text:
    """Draw the network and what lies on it."""
    wide = max(LEAST, min(MOST, width - 1))
    size = edition["size"]
    canvas = Canvas(wide, round(size["height"]) + 1)
    places = {
        each["id"]: (round(each["x"] * (wide - 4) / size["width"]), round(each["y"]))
        for each in edition["stations"]
    }
    for connection in edition["connections"]:
        _draw_connection(canvas, edition, position, connection["stations"], places)
    numbers = numbers_of(edition)
    for station in edition["stations"]:
        _draw_station(canvas, station, position, numbers, places[station["id"]])
    return canvas.text()


def numbers_of(edition: Json) -> dict[str, int]:
    """Give the stations numbers, as one reads: from the top, and from the left."""
    order = sorted(
        (each for each in edition["stations"] if each["kind"] != "water"),
        key=lambda each: (round(each["y"]), each["x"]),
    )
    return {each["id"]: number for number, each in enumerate(order, start=1)}


def station_words(edition: Json, station: str) -> str:
    """Name a station with its number on the map."""
    names = {each["id"]: each["name"] for each in edition["stations"]}
    number = numbers_of(edition).get(station)
    name = names.get(station, station)
    return f"{number} {name}" if number else name


def network_legend(edition: Json) -> list[Text]:
    """Say what signs and letters mean, one after the other."""
    kinds = dict.fromkeys(each["kind"] for each in edition["stations"])
    parts = [
        Text.assemble((f"12{KINDS[kind][0]}", KINDS[kind][1]), f" {_kind(kind)}")
        for kind in kinds
        if kind not in {"plain", "water"}
    ]
    parts.append(Text.assemble(("≈", "cyan"), " water"))
    parts.append(Text.assemble(("P12", PASSENGER), " passenger"))
    parts.append(Text.assemble(("12!", OPEN), " open destination"))
    for name, letter in line_letters(edition["tokens"]).items():
        parts.append(Text.assemble((letter, line_style(name)), f" {name}"))
    return parts


def stations_index(edition: Json, width: int) -> RenderableType:
    """List all stations by number."""
    numbers = numbers_of(edition)
    stations = {each["id"]: each for each in edition["stations"]}
    longest = max(20, min(36, width // max(1, width // 30) - 4))
    entries = [_entry(number, stations[name], longest) for name, number in numbers.items()]
    return Group(Text("Stations", "bold"), Columns(entries, column_first=True, padding=(0, 2)))


def _entry(number: int, station: Json, longest: int) -> Text:
    sign, style = KINDS[station["kind"]]
    cards = "" if not station["cards"] else " " + "▫" * station["cards"]
    name = station["name"]
    name = name if len(name) <= longest - 6 else f"{name[: longest - 7]}…"
    return Text.assemble((f"{number:>3}", style), (sign, style), f" {name}", (cards, QUIET))


def _kind(kind: str) -> str:
    return NAMES.get(kind, plain_words(kind))


def _draw_connection(
    canvas: Canvas,
    edition: Json,
    position: Position,
    ends: list[str],
    places: dict[str, tuple[int, int]],
) -> None:
    """Draw a connection, or the letters of the lines that lie on it."""
    letters = line_letters(edition["tokens"])
    lines = [line for line, *stations in position.tokens if set(stations) == set(ends)]
    start, end = (places[name] for name in ends)
    for at, (x, y, stroke) in enumerate(squares_between(start, end)):
        if lines:
            line = lines[at % len(lines)]
            canvas.put(x, y, letters.get(line, "?"), line_style(line))
        elif canvas.is_free(x, y):
            canvas.put(x, y, stroke, QUIET)


def _draw_station(
    canvas: Canvas,
    station: Json,
    position: Position,
    numbers: dict[str, int],
    place: tuple[int, int],
) -> None:
    sign, style = KINDS[station["kind"]]
    text = f"{numbers[station['id']]}" if station["id"] in numbers else sign
    text += sign if station["kind"] not in {"plain", "water"} else ""
    if station["id"] in position.destinations:
        text, style = f"{text}!", OPEN
    if station["id"] == position.passenger:
        text, style = f"P{text}", PASSENGER
    canvas.put(*place, text, style)
