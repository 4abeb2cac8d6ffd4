"""The board: intersections and sections, read from a drawing that a person can edit.

The drawing is made of cells eleven characters wide. A cell begins with what stands at an
intersection (`gra`, `tou+stu`, `off!.e`) and goes on with the section to the right, if there is one
(`---`, or `--b--` with a mark). In the lines between, a `|` or a mark is the section down. Columns
are A, B, C ... from the left, rows 1, 2, 3 ... from the top.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from services.rules.core.errors import EditionError

KEY: Final = "board"
CELL: Final = 11
COLUMNS: Final = 26
CELL_TEXT: Final = re.compile(
    r"(?P<things>[a-z]{3}(\+[a-z]{3})*)(?P<landmark>!?)"
    r"(\.((?P<ticket>[1-9][0-9]?)|(?P<letter>[a-z])))?"
    r"(?P<section>-+(?P<mark>[^-\s]?)-+$)? *"
)

Place: TypeAlias = tuple[int, int]


class Intersection(NamedTuple):
    """A crossing of the map and what stands there."""

    name: str
    column: int
    row: int
    things: tuple[str, ...]
    landmark: bool
    ticket: int | None
    letter: str | None


class Section(NamedTuple):
    """A stretch between two neighbouring intersections, by their numbers."""

    ends: tuple[int, int]
    mark: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """The map as a graph; intersections and sections are numbered in reading order."""

    intersections: tuple[Intersection, ...]
    sections: tuple[Section, ...]
    numbers: Mapping[str, int]
    """Name -> number of an intersection."""
    ways: tuple[Mapping[int, int], ...]
    """For each intersection: neighbour -> section."""
    departures: Mapping[int, int]
    """Ticket -> intersection."""

    def turns(self, before: int, at: int, after: int) -> bool:
        """Say whether going on from `before` over `at` to `after` is a turn."""
        rows = [self.intersections[number].row for number in (before, at, after)]
        return (rows[0] == rows[1]) != (rows[1] == rows[2])

    def marked(self, mark: str) -> int:
        """Give the sections with this mark as a set of bits."""
        return sum(
            1 << number for number, section in enumerate(self.sections) if section.mark == mark
        )

    def nearest(self, start: int) -> frozenset[int]:
        """Give every intersection that can be reached from `start`."""
        reached, border = {start}, [start]
        while border:
            border = [n for at in border for n in self.ways[at] if n not in reached]
            reached.update(border)
        return frozenset(reached)


def read_board(drawing: str) -> Board:
    """Read a drawing; whatever is not clean is an error with its place."""
    lines = drawing.rstrip("\n").split("\n")
    found: dict[Place, Intersection] = {}
    strokes: list[Stroke] = []
    for row, line in enumerate(lines):
        if row % 2:
            strokes.extend(_down(line, row))
            continue
        for column, cell in _cells(line, row):
            found[column, row // 2] = _intersection(column, row // 2, cell)
            if cell["section"]:
                strokes.append(
                    Stroke((column, row // 2), (column + 1, row // 2), cell["mark"], row)
                )
    if not found:
        raise EditionError(KEY, "no intersection is drawn")
    return _graph(tuple(found.values()), _sections(strokes, found))


class Stroke(NamedTuple):
    """A section as it was drawn: from where to where, with which mark, in which line."""

    here: Place
    there: Place
    mark: str
    row: int


def _cells(line: str, row: int) -> Iterator[tuple[int, re.Match[str]]]:
    for at in range(0, len(line), CELL):
        text = line[at : at + CELL]
        if not text.strip():
            continue
        cell = CELL_TEXT.fullmatch(text)
        if at // CELL >= COLUMNS:
            raise EditionError(KEY, f"{text.strip()!r} stands right of column Z", row=row)
        if cell is None or (cell["section"] and len(text) < CELL):
            raise _misplaced(row, at, text)
        yield at // CELL, cell


def _intersection(column: int, row: int, cell: re.Match[str]) -> Intersection:
    return Intersection(
        name=_name(column, row),
        column=column,
        row=row,
        things=tuple(cell["things"].split("+")),
        landmark=bool(cell["landmark"]),
        ticket=int(cell["ticket"]) if cell["ticket"] else None,
        letter=cell["letter"],
    )


def _down(line: str, row: int) -> Iterator[Stroke]:
    for at, character in enumerate(line):
        if character == " ":
            continue
        if at % CELL != 1:
            raise _misplaced(row, at, character)
        column, mark = at // CELL, character.replace("|", "")
        yield Stroke((column, row // 2), (column, row // 2 + 1), mark, row)


def _sections(strokes: list[Stroke], found: dict[Place, Intersection]) -> tuple[Section, ...]:
    numbers = {place: number for number, place in enumerate(found)}
    for stroke in strokes:
        for place in (stroke.here, stroke.there):
            if place not in numbers:
                reason = f"a section from {_name(*stroke.here)} to {_name(*stroke.there)}"
                reason += f", but there is no intersection {_name(*place)}"
                raise EditionError(KEY, reason, row=stroke.row)
    ends = {(numbers[stroke.here], numbers[stroke.there]): stroke.mark for stroke in strokes}
    return tuple(Section(pair, ends[pair] or None) for pair in sorted(ends))


def _graph(intersections: tuple[Intersection, ...], sections: tuple[Section, ...]) -> Board:
    ways: list[dict[int, int]] = [{} for _ in intersections]
    for number, section in enumerate(sections):
        here, there = section.ends
        ways[here][there] = ways[there][here] = number
    return Board(
        intersections,
        sections,
        numbers={spot.name: number for number, spot in enumerate(intersections)},
        ways=tuple(ways),
        departures={spot.ticket: n for n, spot in enumerate(intersections) if spot.ticket},
    )


def _misplaced(row: int, at: int, text: str) -> EditionError:
    where = f"near {_name(at // CELL, row // 2)}"
    return EditionError(KEY, f"{where}: {text.strip()!r} cannot stand here", row=row)


def _name(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"
