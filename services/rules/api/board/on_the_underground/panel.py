"""The column beside a network: what is being done, destinations, and the cards of the seats."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.plumbing.pictures.lettering import fitted, width
from services.plumbing.pictures.svg import Svg, circle, group, join, path, use, words
from services.rules.api.board.on_the_underground.pieces import RING, token_sample
from services.rules.api.board.on_the_underground.stations import SIGNS, open_ring
from services.rules.api.board.page import INSIDE, Column, turn_sign
from services.rules.api.board.palette import INK, PAPER, QUIET, RULE
from services.rules.core.bits import members
from services.rules.core.seats import FINISHED, PLAYING
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.state import BUILDING

ROW: Final = 22
LEFT: Final = 104
"""Where the facts of a line begin, beside its token."""


def write(column: Column, edition: Edition, shown: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write everything that a player wants to know beside the map."""
    column.title("On the Underground", edition.name)
    column.line(phase_of(shown), 14)
    _travel(column, edition, shown)
    for seat, name in zip(shown["seats"], names, strict=True):
        _seat(column, edition, shown, (seat, name))


def phase_of(shown: Mapping[str, Any]) -> str:
    """Say what is being done."""
    if shown["phase"] == FINISHED:
        return "The game has ended"
    if shown["phase"] == BUILDING:
        return f"Turn {shown['turn']}: building, actions left: {shown['actions']}"
    return f"Turn {shown['turn']}: the passenger travels, destinations to go: {shown['visits']}"


def _travel(column: Column, edition: Edition, shown: Mapping[str, Any]) -> None:
    """Say where the passenger is and may go, longest open first."""
    rows = [(use("passenger", 0, 0), station_name(edition, shown["passenger"]))]
    rows += [(open_ring(RING), station_name(edition, each)) for each in shown["destinations"]]
    column.y += 4
    for symbol, text in rows:
        y = column.y + 11
        column.add(_small(symbol, column.x + 12, y, 0.6))
        column.add(words(fitted(text, INSIDE - 30, 13), column.x + 30, y, 13), ROW)
    column.line(f"Destination cards left: {shown['deck']}", 12, fill=QUIET)
    column.y += 4


def _seat(
    column: Column,
    edition: Edition,
    shown: Mapping[str, Any],
    who: tuple[Mapping[str, Any], str],
) -> None:
    """Write the card of a seat."""
    seat, name = who
    x = column.x
    column.add(path(f"M{x:g} {column.y:g}h{INSIDE}", stroke=RULE), 3)
    if seat["seat"] in shown["to_play"]:
        column.add(turn_sign(x + 34, column.y + 14))
    column.add(_heading(x, column.y + 14, seat, name), 28)
    ledgers = seat["sheet"]["lines"]
    for line in seat["lines"]:
        column.add(_line(x, column.y + 10, line, ledgers[line["line"]]), ROW)
    if "landmark_tiles" in seat["sheet"]:
        column.add(_tiles(x, column.y + 10, seat["sheet"]), ROW + 2)
    for card in seat["secret_objectives"] or ():
        column.line(_secret(edition, card, ledgers), 11.5)
    column.y += 4


def _heading(x: float, y: float, seat: Mapping[str, Any], name: str) -> Svg:
    remark = "" if seat["standing"] == PLAYING else seat["standing"]
    room = INSIDE - 48 - width(remark, 12) - 64
    return join(
        (
            circle(x + 12, y, 11, fill=PAPER, stroke=INK, stroke_width=1.6),
            words(str(seat["seat"] + 1), x + 12, y, 13, text_anchor="middle", font_weight="bold"),
            words(fitted(name, room, 15, bold=True), x + 48, y, 15, font_weight="bold"),
            words(remark, x + INSIDE - 54, y, 12, text_anchor="end", fill=QUIET),
            use("branch", x + INSIDE - 34, y),
            words(str(seat["sheet"]["branch_tiles"]), x + INSIDE - 20, y, 13),
        )
    )


def _line(x: float, y: float, line: Mapping[str, Any], ledger: Mapping[str, Any]) -> Svg:
    """Write what a line has, and what it is connected to."""
    facts = [(name, _amount(value)) for name, value in ledger.items() if name in SIGNS]
    step = (INSIDE - LEFT) / max(len(facts), 1)
    parts = [
        _small(token_sample(line["line"]), x + 19, y, 1.15),
        words(f"{line['tokens']} left", x + 42, y, 12, fill=QUIET),
    ]
    for at, (name, text) in enumerate(facts):
        parts.append(_small(use(f"sign-{name}", 0, 0), x + LEFT + at * step + 8, y, 0.7))
        parts.append(words(text, x + LEFT + at * step + 20, y, 12))
    return join(parts)


def _amount(value: int | Mapping[str, int]) -> str:
    """Write a number, or several that belong together."""
    return "·".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)


def _tiles(x: float, y: float, sheet: Mapping[str, Any]) -> Svg:
    """Write the landmark tiles of a seat and the sets it has scored."""
    tiles = sheet["landmark_tiles"]
    parts = []
    for at, (name, count) in enumerate(tiles.items()):
        parts.append(_small(use(f"tile-{name}", 0, 0), x + at * 50 + 11, y, 0.8))
        parts.append(words(str(count), x + at * 50 + 25, y, 12))
    said = f"sets {sheet['landmark_sets']}"
    return join((*parts, words(said, x + INSIDE, y, 12, text_anchor="end", fill=QUIET)))


def _secret(edition: Edition, card: str, ledgers: Mapping[str, Any]) -> str:
    """Name the stations of a secret objective, and whether a line connects them."""
    stations = edition.network.stations
    names = ", ".join(stations[number].name for number in members(edition.secrets[card]))
    done = any(card in (ledger["secrets"] or ()) for ledger in ledgers.values())
    return f"{'Connected' if done else 'Secret'}: {names}"


def station_name(edition: Edition, name: str) -> str:
    """Give the name of a station by its id."""
    return edition.network.stations[edition.network.numbers[name]].name


def _small(drawing: Svg, x: float, y: float, scale: float) -> Svg:
    return group(drawing, transform=f"translate({x:g} {y:g}) scale({scale:g})")
