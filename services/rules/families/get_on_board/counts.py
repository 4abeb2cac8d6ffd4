"""What is counted on a sheet: for common objectives (GOB-O1) and for landmarks (GOB-B9)."""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

from services.rules.families.get_on_board.sheet import (
    BUSINESS_ROWS,
    BUSINESSPEOPLE,
    DARK_FLIRTS,
    FIELD,
    FLIRT_ROWS,
    INTERNS,
    LIGHT_FLIRTS,
    STUDENTS,
    TOURIST_ROWS,
    TOURISTS,
    Boxes,
    Diary,
    Effect,
)

Count: TypeAlias = Callable[[Sequence[Any]], int]


def single(zone: str) -> Count:
    """Count the crossed boxes of a zone of single boxes."""
    return itemgetter(FIELD[zone])


def students(boxes: Sequence[Any]) -> int:
    """Count students and interns."""
    count: int = boxes[STUDENTS] + boxes[INTERNS]
    return count


def tourists(boxes: Sequence[Any]) -> int:
    """Count the tourists of all rows."""
    count: int = sum(boxes[TOURIST_ROWS]) + boxes[TOURISTS]
    return count


def businesspeople(boxes: Sequence[Any]) -> int:
    """Count the businesspeople of all rows."""
    count: int = sum(boxes[BUSINESS_ROWS]) + boxes[BUSINESSPEOPLE]
    return count


def flirts(boxes: Sequence[Any]) -> int:
    """Count the flirts of all rows, whatever their shade."""
    count: int = boxes[LIGHT_FLIRTS] + boxes[DARK_FLIRTS]
    for light, dark in boxes[FLIRT_ROWS]:
        count += light + dark
    return count


OBJECTIVES: Final[Mapping[str, Count]] = {
    "grannies": single("grannies"),
    "students": students,
    "tourists": tourists,
    "businesspeople": businesspeople,
    "flirts": flirts,
    "monuments": single("monuments"),
    "museums": single("museums"),
    "operas": single("operas"),
    "theaters": single("theaters"),
}
"""What a common objective counts, by its name in the edition files."""

LANDMARKS: Final[Mapping[str, Count]] = {
    "university": students,
    "monument": tourists,
    "museum": tourists,
    "office": businesspeople,
}
"""What a landmark notes, by the kind of place it is."""


def landmark(place: str) -> Effect:
    """Note the passengers of a landmark's colour, after the place itself has worked (GOB-X10)."""
    name = f"{place}_note"
    at, count = FIELD[name], LANDMARKS[place]

    def note(boxes: Boxes, diary: Diary) -> None:
        boxes[at] = count(boxes)
        diary.append(name)

    return note
