"""Points tables, and sheets of Get on Board, that the scoring tests share."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from services.scoring.core.score import score
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables

NEW_YORK_AND_LONDON = ("gob-new-york", "gob-london")
PARIS_AND_ROME = ("gob-paris", "gob-rome")
GET_ON_BOARD = (*NEW_YORK_AND_LONDON, *PARIS_AND_ROME)

Document = dict[str, object]

_SHARED: Document = {
    "turn_zone": 0,
    "grannies": 0,
    "students": 0,
    "tourists": {"resolved": [], "unresolved": 0},
    "common": {},
    "personal": [],
}
_NEW_YORK: Document = {
    "interns": 0,
    "universities": 0,
    "monuments": 0,
    "museums": 0,
    "businesspeople": {"resolved": [], "unresolved": 0},
    "landmarks": {"university": None, "monument": None, "museum": None, "office": None},
    "traffic": 0,
}
_PARIS: Document = {
    "cinemas": 0,
    "operas": 0,
    "theaters": 0,
    "flirts": {"resolved": [], "unresolved": {"light": 0, "dark": 0}},
    "metro": {"circled": 0, "crossed": 0},
    "connections": 0,
}


@cache
def tables() -> dict[str, PointsTable]:
    """Return the points tables of the project, loaded once."""
    return load_tables()


def sheet(city: str, **marks: object) -> Document:
    """Return an untouched sheet of a city with these marks made on it."""
    untouched = {**_SHARED, **(_NEW_YORK if city in NEW_YORK_AND_LONDON else _PARIS)}
    return {**deepcopy(untouched), **marks}


def landmarks(**notes: int) -> dict[str, int | None]:
    """Return the landmark notes of a sheet, these written and the others not."""
    return {"university": None, "monument": None, "museum": None, "office": None, **notes}


def points(city: str, zone: str, **marks: object) -> int:
    """Return the points of one zone on a sheet with these marks."""
    return score(tables()[city], sheet(city, **marks)).by_zone()[zone]
