"""The column beside a map of Get on Board: the round, the seats, objectives, landmarks, legend."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.plumbing.pictures.lettering import fitted, width
from services.plumbing.pictures.svg import Svg, box, group, join, path, use, words
from services.rules.api.board.get_on_board.streets import (
    letter_badge,
    mark_sample,
)
from services.rules.api.board.get_on_board.tables import write_landmarks, write_objectives
from services.rules.api.board.page import INSIDE, NAMELESS, Column, turn_sign
from services.rules.api.board.palette import (
    EDGE,
    HIGHLIGHT,
    INK,
    PAPER,
    QUIET,
    RULE,
    SECTIONS,
    TICKETS,
    UNKNOWN,
)
from services.rules.core.seats import FINISHED, PLAYING
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.state import CHOOSING

ZONES: Final[Mapping[str, str]] = {
    "turn_zone": "turn",
    "grannies": "granny",
    "students": "student",
    "interns": "intern",
    "universities": "university",
    "cinemas": "cinema",
    "tourists": "tourist",
    "monuments": "monument",
    "museums": "museum",
    "operas": "opera",
    "theaters": "theater",
    "businesspeople": "businessperson",
    "flirts": "light_flirt",
    "metro": "metro",
    "traffic": "bus",
    "connections": "link",
}
"""Zone of a sheet -> its icon."""
MINUS: Final = "\N{MINUS SIGN}"
IN_A_ROW: Final = 6
CHIP: Final = INSIDE / IN_A_ROW


def icons_needed(edition: Edition) -> tuple[str, ...]:
    """Name the icons of a city's sheet."""
    zones = tuple(icon for zone, icon in ZONES.items() if edition.capacities.has(zone))
    return (*zones, "star") if edition.landmarks else zones


def write(column: Column, edition: Edition, shown: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write everything that a player wants to know beside the map."""
    _status(column, edition, shown)
    for seat, name in zip(shown["seats"], names, strict=True):
        _seat(column, edition, shown, seat, name)
    write_objectives(column, shown)
    write_landmarks(column, edition)


def phase_of(shown: Mapping[str, Any]) -> str:
    """Say what is being done."""
    if shown["phase"] == FINISHED:
        return "The game has ended"
    if shown["phase"] == CHOOSING:
        return "Departures are being chosen"
    return f"Round {shown['round']} of {shown['rounds']}: routes are plotted"


def _status(column: Column, edition: Edition, shown: Mapping[str, Any]) -> None:
    column.title("Get on Board", edition.name)
    column.line(phase_of(shown), 14)
    if shown["speedy"]:
        sample = group(
            mark_sample(edition, shown["speedy"]),
            transform=f"translate({column.x + 14:g} {column.y + 14:g})",
        )
        column.add(sample)
        text = words(f"{shown['speedy']} sections are speedy", column.x + 38, column.y + 14, 13)
        column.add(text, 28)
    column.y += 4
    revealed = shown["tickets_revealed"]
    step = INSIDE / shown["rounds"]
    for at in range(shown["rounds"]):
        ticket = revealed[at] if at < len(revealed) else None
        x, y = column.x + (at + 0.5) * step, column.y + 13
        now = at + 1 == shown["round"] and shown["phase"] != FINISHED
        moved = f"translate({x:.1f} {y:g})"
        column.add(group(_ticket(edition, ticket, now=now), transform=moved))
    column.y += 34


def _ticket(edition: Edition, ticket: int | None, *, now: bool) -> Svg:
    """Draw a ticket of the deck, as far as it is known."""
    if ticket is None:
        return box(-12, -9, 24, 18, rx=3, fill=PAPER, stroke=EDGE, stroke_dasharray="3 2")
    colours = edition.colours
    fill = TICKETS.get(colours[(ticket - 1) % len(colours)], UNKNOWN)
    border = SECTIONS.get(edition.borders[ticket % 2], INK) if edition.borders else INK
    parts = [box(-12, -9, 24, 18, rx=3, fill=fill, stroke=border, stroke_width=2)]
    if now:
        parts.insert(0, box(-15, -12, 30, 24, rx=4, fill=HIGHLIGHT, stroke=INK))
    parts.append(words(str(ticket), 0, 0, 12, text_anchor="middle", font_weight="bold"))
    return join(parts)


def _seat(
    column: Column, edition: Edition, shown: Mapping[str, Any], seat: Mapping[str, Any], name: str
) -> None:
    """Write the card of a seat."""
    at, x, y = seat["seat"], column.x, column.y
    column.add(path(f"M{x:g} {y:g}h{INSIDE}", stroke=RULE), 4)
    column.add(use(f"pawn-{at}", x + 12, column.y + 14))
    if at in shown["to_play"]:
        column.add(turn_sign(x + 34, column.y + 14))
    column.add(_heading(x, column.y + 14, name, _remarks(shown, seat)), 28)
    column.add(_journey(x, column.y + 10, edition, seat), 24)
    chips = list(_chips(edition, seat["sheet"]))
    for number, (icon, text) in enumerate(chips):
        right = x + (number % IN_A_ROW) * CHIP
        low = column.y + number // IN_A_ROW * 21 + 9
        column.add(_chip(icon, text, right, low))
    column.y += 21 * -(-len(chips) // IN_A_ROW) + 5


def _heading(x: float, y: float, name: str, remarks: str) -> Svg:
    room = INSIDE - 48 - width(remarks, 12) - 10
    return join(
        (
            words(fitted(name, room, 15, bold=True), x + 48, y, 15, font_weight="bold"),
            words(remarks, x + INSIDE, y, 12, text_anchor="end", fill=QUIET),
        )
    )


def _remarks(shown: Mapping[str, Any], seat: Mapping[str, Any]) -> str:
    said = [] if seat["standing"] == PLAYING else [seat["standing"]]
    if seat["shape"]:
        said.append(f"asked for {seat['shape']}")
    if shown["phase"] == CHOOSING and seat["chosen"]:
        said.append("has chosen")
    if shown["inspector"] == seat["seat"] and shown["round"] and shown["phase"] != FINISHED:
        said.append("inspector")
    return ", ".join(said)


def _journey(x: float, y: float, edition: Edition, seat: Mapping[str, Any]) -> Svg:
    """Write where a line began and ends, and the letters of the personal objective."""
    parts = [words(_stretch(edition, seat), x, y, 12, fill=QUIET)]
    letters = seat["personal_objective"] or "???"
    reached = seat["sheet"]["personal"] or ()
    for at, letter in enumerate(reversed(letters)):
        fill = HIGHLIGHT if letter in reached else PAPER
        place = f"translate({x + INSIDE - 10 - at * 22:g} {y:g})"
        parts.append(group(letter_badge(letter, fill), transform=place))
    label = x + INSIDE - 24 - len(letters) * 22 + 18
    parts.append(words("objective", label - 6, y, 12, text_anchor="end", fill=QUIET))
    return join(parts)


def _stretch(edition: Edition, seat: Mapping[str, Any]) -> str:
    line = seat["line"]
    if line:
        return f"from {line[0]} to {line[-1]}, {len(line) - 1} markers"
    if seat["departure"]:
        spot = edition.board.intersections[edition.board.departures[seat["departure"]]]
        return f"departs from {spot.name} ({seat['departure']})"
    if seat["hand"]:
        return f"tickets in hand: {' and '.join(map(str, seat['hand']))}"
    return "not departed yet"


def _chips(edition: Edition, sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Give icon and text for each zone of the sheet, and for the landmarks."""
    found = []
    for zone, icon in ZONES.items():
        if zone in sheet:
            found.append((icon, _amount(edition, zone, sheet[zone])))
    if "landmarks" in sheet:
        notes = [str(note) for note in sheet["landmarks"].values() if note is not None]
        found.append(("star", " ".join(notes) or NAMELESS))
    return found


def _amount(edition: Edition, zone: str, value: int | Mapping[str, Any]) -> str:
    if not isinstance(value, Mapping):
        return f"{value}/{edition.capacities[zone]}"
    if "circled" in value:
        return f"{value['circled']}{MINUS}{value['crossed']}"
    return f"{sum(map(_people, value['resolved']))}+{_people(value['unresolved'])}"


def _people(row: int | Mapping[str, int]) -> int:
    return sum(row.values()) if isinstance(row, Mapping) else row


def _chip(icon: str, text: str, x: float, y: float) -> Svg:
    small = group(use(f"i-{icon}", 0, 0), transform=f"translate({x + 9:g} {y:g}) scale(.62)")
    return join((small, words(text, x + 20, y, 11)))
