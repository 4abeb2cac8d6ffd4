"""Sheets and scores side by side: a row for every zone, a column for every seat."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.palette import line_letters, line_style, plain_words, seat_style

OUT: Final = {"eliminated", "resigned"}


def show_sheets(
    edition: Json, table: Json, names: Sequence[str], score: Json | None
) -> RenderableType:
    """Show what the seats have, and what it is worth so far."""
    sheet = _streets_rows if edition["family"] == "get-on-board" else _network_rows
    grid = _grid(table, names)
    for label, cells in sheet(edition, table["seats"]):
        if any(cells):
            grid.add_row(label, *cells)
    if score:
        _add_score(grid, score)
    if edition["family"] == "get-on-board":
        return grid
    return Group(grid, _ledgers(edition, table["seats"], names))


def show_score(score: Json, names: Sequence[str]) -> Table:
    """Show the points of a game by zone."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("final score" if score["final"] else "score so far")
    for seat in score["seats"]:
        won = " ★" if score["final"] and seat["seat"] in score["winners"] else ""
        title = Text(f"{names[seat['seat']]}{won}", seat_style(seat["seat"]))
        grid.add_column(title, justify="right")
    for zone in _zones(score):
        cells = [str((seat["breakdown"] or {}).get(zone, "")) for seat in score["seats"]]
        grid.add_row(plain_words(zone), *cells)
    _add_totals(grid, score)
    return grid


def _grid(table: Json, names: Sequence[str]) -> Table:
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("sheet")
    for seat in table["seats"]:
        turn = "▶ " if seat["seat"] in table["to_play"] else ""
        out = f" ({seat['standing']})" if seat["standing"] in OUT else ""
        own = " (you)" if seat["seat"] == table["seat"] else ""
        title = f"{turn}{seat['seat'] + 1} {names[seat['seat']]}{own}{out}"
        grid.add_column(Text(title, seat_style(seat["seat"])), justify="right")
    return grid


def _add_score(grid: Table, score: Json) -> None:
    grid.add_section()
    for zone in _zones(score):
        cells = [str((seat["breakdown"] or {}).get(zone, "")) for seat in score["seats"]]
        if any(cell not in {"", "0"} for cell in cells):
            grid.add_row(Text(f"points: {plain_words(zone)}", "dim"), *cells)
    _add_totals(grid, score)


def _add_totals(grid: Table, score: Json) -> None:
    totals = []
    for seat in score["seats"]:
        more = "+?" if seat.get("hidden") else ""
        totals.append("out" if seat["total"] is None else f"{seat['total']}{more}")
    grid.add_row("total", *totals, style="bold")


def _zones(score: Json) -> list[str]:
    return list(dict.fromkeys(zone for seat in score["seats"] for zone in seat["breakdown"] or ()))


Rows = list[tuple[str, list[str]]]


def _streets_rows(edition: Json, seats: list[Json]) -> Rows:
    """Give the zones of a sheet of boxes, each as filled of all."""
    rows: Rows = [("shape", [str(seat["shape"] or "") for seat in seats])]
    for zone in edition["sheet"]:
        room = edition["sheet"][zone]
        cells = [_boxes(seat["sheet"].get(zone), room) for seat in seats]
        rows.append((plain_words(zone), cells))
    rows.append(("personal objective", [_personal(seat) for seat in seats]))
    rows.append(("common objectives", [_common(seat["sheet"]) for seat in seats]))
    if any(seat["sheet"].get("landmarks") for seat in seats):
        rows.append(("landmark notes", [_notes(seat["sheet"]) for seat in seats]))
    return rows


def _boxes(value: Any, room: Any) -> str:  # noqa: ANN401 (numbers, or rows of them)
    """Write how full a zone is."""
    if isinstance(value, int):
        return f"{value}/{room}" if isinstance(room, int) else str(value)
    if not isinstance(value, dict):
        return ""
    if "circled" in value:
        return f"{value['circled']}/{room}" + (
            f", {value['crossed']} used" if value["crossed"] else ""
        )
    done = [_couple(each) for each in value["resolved"]]
    waiting = _couple(value["unresolved"])
    return "+".join([*done, f"({waiting})"] if waiting != "0" else done or ["0"])


def _couple(value: Any) -> str:  # noqa: ANN401 (a number, or light and dark)
    if isinstance(value, dict):
        return f"{value['light']}:{value['dark']}" if any(value.values()) else "0"
    return str(value)


def _personal(seat: Json) -> str:
    """Write the letters of an objective, those that were reached in capitals."""
    letters, reached = seat["personal_objective"], seat["sheet"]["personal"]
    if letters is None:
        return "hidden"
    return "".join(each.upper() if each in (reached or ()) else each for each in letters)


def _common(sheet: Json) -> str:
    return ", ".join(f"{plain_words(name)} {side}" for name, side in sheet["common"].items()) or "-"


def _notes(sheet: Json) -> str:
    notes = sheet.get("landmarks") or {}
    return ", ".join(f"{name} {value}" for name, value in notes.items() if value is not None) or "-"


def _network_rows(_: Json, seats: list[Json]) -> Rows:
    """Give what a seat has beside its lines."""
    rows: Rows = [("branch tiles", [str(seat["sheet"]["branch_tiles"]) for seat in seats])]
    if any("landmark_tiles" in seat["sheet"] for seat in seats):
        tiles = [seat["sheet"].get("landmark_tiles") or {} for seat in seats]
        rows.append(("landmark tiles", [_counted(each) for each in tiles]))
        rows.append(
            ("landmark sets", [str(seat["sheet"].get("landmark_sets", 0)) for seat in seats])
        )
    if any(seat["secret_objectives"] for seat in seats):
        secrets = [seat["secret_objectives"] for seat in seats]
        rows.append(
            (
                "secret objectives",
                ["hidden" if each is None else " ".join(each) for each in secrets],
            )
        )
    return rows


def _counted(tiles: Json) -> str:
    return ", ".join(f"{count} {name}" for name, count in tiles.items() if count) or "-"


FACTS: Final[tuple[tuple[str, str, Callable[[Any], str]], ...]] = (
    ("rail", "rail", str),
    ("terminus", "termini", lambda value: "·".join(str(each) for each in value.values())),
    ("clusters", "clusters", str),
    ("water", "water", str),
    ("rer", "RER", lambda value: f"{value['first']}·{value['later']}"),
    ("rides", "rides", str),
)
"""What a line is connected to, as far as the edition has it."""


def _ledgers(edition: Json, seats: list[Json], names: Sequence[str]) -> Table:
    """Show every line: tokens left, and what it is connected to."""
    letters = line_letters(edition["tokens"])
    first: Json = next(iter(seats[0]["sheet"]["lines"].values()), {})
    facts = [fact for fact in FACTS if fact[0] in first]
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("line", "of"):
        grid.add_column(title)
    for title in ("tokens", *(fact[1] for fact in facts)):
        grid.add_column(title, justify="right")
    for seat in seats:
        for line in seat["lines"]:
            ledger = seat["sheet"]["lines"][line["line"]]
            name = Text(f"{letters[line['line']]} {line['line']}", line_style(line["line"]))
            numbers = [write(ledger[key]) for key, _, write in facts]
            grid.add_row(name, names[seat["seat"]], str(line["tokens"]), *numbers)
    return grid
